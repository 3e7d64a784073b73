package import EntityMapper
import MercatorPayload

/// The short form of a mapping whose objects are collections: the attribute for their keys, and
/// paths that begin at their values.
struct MapForm {
    /// The attribute for the keys.
    let key: String

    /// Creates the short form of a mapping; `nil` if its paths do not all begin at a value or in
    /// the surroundings.
    init?(_ mapping: EntityMapping) {
        guard mapping.isMap,
            let first = mapping.attributeMappings.first(where: { $0.source == Self.keyPath })
        else { return nil }
        key = first.destination
        let key = key
        // The key comes first in its entry, so other mappings to the attribute must follow it.
        guard mapping.attributeMappings.first(where: { $0.destination == key }) == first else {
            return nil
        }
        let sources =
            mapping.attributeMappings.map(\.source)
            + mapping.relationshipMappings.map(\.source) + mapping.ignoredPaths
        guard sources.allSatisfy({ Self.isRelative($0, key) || Self.isContext($0) }) else {
            return nil
        }
    }

    static let keyPath = PayloadPath([.context(.key)])

    /// Tests whether a mapping reads the keys.
    func isKey(_ mapping: AttributeMapping) -> Bool {
        mapping.source == Self.keyPath && mapping.destination == key
    }

    /// Returns a path that begins at the value.
    func relative(_ path: PayloadPath) -> PayloadPath {
        Self.isRelative(path, key) ? PayloadPath(Array(path.components.dropFirst())) : path
    }

    /// Returns a path that begins at the object with the key, the reverse of ``relative(_:)``.
    static func absolute(_ path: PayloadPath, key: String) -> PayloadPath {
        isContext(path) ? path : PayloadPath([.keyOfRepresentation(key)]).appending(path)
    }

    private static func isRelative(_ path: PayloadPath, _ key: String) -> Bool {
        path.components.first == .keyOfRepresentation(key) && path.problem == nil
    }

    private static func isContext(_ path: PayloadPath) -> Bool { path.startsAtContext }
}

extension EntityMapping {
    /// Indicates whether objects of the payload are maps, with a record for each member.
    package var isMap: Bool {
        get { forcesCollectionMapping }
        set { forcesCollectionMapping = newValue }
    }
}
