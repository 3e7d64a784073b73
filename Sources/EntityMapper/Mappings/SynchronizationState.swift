public import ObjectGraph

/// How an object stands to the server: the values of ``EntityMapping/synchronizationAttribute``.
///
/// ```swift
/// let dirty = Attribute<SynchronizationState>("dirty", default: .clean)   // in a schema struct
/// order.dirty = .edited                                                   // until it is sent
/// order.managedObject["dirty"] = SynchronizationState.edited.attributeValue   // the same by name
/// ```
///
/// Source: the `dirty` flag of TSNREST.
public enum SynchronizationState: Int64, AttributeValue, Hashable, CaseIterable {
    /// As the server has it. A representation that is mapped makes an object so.
    case clean = 0
    /// Edited here and not sent yet: what the payload says of it is left out.
    case edited = 1
    /// Known by its identifier only, as ``EntityMapping/acceptsIdentifiers`` inserts objects.
    ///
    /// It is mapped even if ``EntityMapping/modificationAttribute`` says that nothing is newer.
    case stub = 2
}
