public import MercatorPayload

/// A reason for deleting nothing in a scope.
///
/// The load does not determine the absent objects, or there are too many of them.
public enum OrphanRefusal: Sendable, Hashable, CustomStringConvertible {
    /// A root path to objects of the scope is absent from the payload, or is `null`.
    ///
    /// An empty array denotes an empty set of objects; an absent key does not.
    case missingRoot(PayloadPath)
    /// The value at a root path is an empty object.
    case emptyRoot(PayloadPath)
    /// The value at a root path resulted in no applied record.
    case nothingMapped(PayloadPath)
    /// Representations of this mapping do not identify their objects, because they are invalid.
    case unidentifiedRecords(mapping: String)
    /// Objects of the scope are not reachable from the root paths through mappings or connections.
    case unmappedEntity(String)
    /// More objects would be deleted than the limit allows.
    ///
    /// The limit refers to the number of objects before the load.
    case limitExceeded(orphans: Int, of: Int, OrphanDeletion.Limit)

    /// The reason as a clause, with the remedy.
    public var description: String {
        switch self {
        case .missingRoot(let path):
            "nothing is at the root path '\(path)'; an empty array would say that there is nothing"
        case .emptyRoot(let path): "an empty object is at \(Self.location(path))"
        case .nothingMapped(let path): "no record came of what is at \(Self.location(path))"
        case .unidentifiedRecords(let mapping):
            "records for '\(mapping)' do not say which objects they are about; see the issues"
        case .unmappedEntity(let name): "no root path leads to objects of \(name)"
        case .limitExceeded(let orphans, let known, let limit):
            "\(orphans) of \(known) objects are orphans; allowed is \(limit)"
        }
    }

    private static func location(_ path: PayloadPath) -> String {
        path.components.isEmpty ? "the top" : "the root path '\(path)'"
    }
}
