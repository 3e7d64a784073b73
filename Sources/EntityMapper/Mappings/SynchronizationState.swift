public import ObjectGraph

/// The synchronization state of an object, stored in ``EntityMapping/synchronizationAttribute``.
///
/// ```swift
/// let dirty = Attribute<SynchronizationState>("dirty", default: .clean)   // in a schema struct
/// order.dirty = .edited                                                   // until it is sent
/// order.managedObject["dirty"] = SynchronizationState.edited.attributeValue   // the same by name
/// ```
///
/// Source: the `dirty` flag of TSNREST.
public enum SynchronizationState: Int64, AttributeValue, Hashable, CaseIterable {
    /// The object has the state of the server. Mapping a representation sets this state.
    case clean = 0
    /// The object has local edits that have not been sent; representations of it are skipped.
    case edited = 1
    /// The object has only an identifier; see ``EntityMapping/acceptsIdentifiers``.
    ///
    /// Such an object is mapped even if ``EntityMapping/modificationAttribute`` indicates nothing
    /// newer.
    case stub = 2
    /// A local edit is being sent.
    case sending = 3
    /// The server has a different version of the object than the edited one.
    case conflict = 4
    /// The server rejects a local edit.
    case failed = 5
    /// The server does not have the edited object any more.
    case gone = 6
}

extension SynchronizationState {
    /// Indicates whether there are local edits that the server has not accepted.
    ///
    /// Representations of such an object are skipped.
    package var hasEdits: Bool { self != .clean && self != .stub }
}
