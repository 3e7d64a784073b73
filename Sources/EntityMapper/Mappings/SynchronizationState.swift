/// How an object stands to the server: the values of ``EntityMapping/synchronizationAttribute``.
///
/// ```swift
/// orders.synchronizationAttribute = "dirty"
/// order["dirty"] = .integer(SynchronizationState.edited.rawValue)   // until it is sent
/// ```
///
/// Source: the `dirty` flag of TSNREST.
public enum SynchronizationState: Int64, Sendable, Hashable, CaseIterable {
    /// As the server has it. A representation that is mapped makes an object so.
    case clean = 0
    /// Edited here and not sent yet: what the payload says of it is left out.
    case edited = 1
    /// Known by its identifier only, as ``EntityMapping/acceptsIdentifiers`` inserts objects.
    ///
    /// It is mapped even if ``EntityMapping/modificationAttribute`` says that nothing is newer.
    case stub = 2
}
