/// A pending edit of an object, which waits to be sent to a server.
///
/// It contains only the parts that affect mapping.
///
/// Metadata keeps the edit alongside the object, in the same commit as the edit. Every mapping
/// reads the edits of the objects that it changes: edited properties keep their values, and deleted
/// objects do not come back, until the server has answered.
package struct PendingEdit: Sendable, Hashable {
    /// The kinds of edits.
    package enum Kind: Sendable, Hashable {
        /// A new object; all of its values are kept.
        case creation
        /// An object with some edited properties.
        case update(properties: Set<String>)
        /// An object of an entity that was deleted, by the values that identify it.
        case deletion(entity: String, identity: [String: Value])
    }

    /// The name of the edit, which no other one has.
    package let id: String
    /// The root entity of the object's tree.
    package let root: String
    package let number: Int64
    package var kind: Kind

    package init(_ kind: Kind, id: String, root: String, number: Int64) {
        (self.kind, self.id, self.root, self.number) = (kind, id, root, number)
    }

    /// The beginning of the metadata of all edits.
    package static let prefix = "pending:"

    /// The beginning of the metadata of requests that wait to be sent.
    ///
    /// Like edits, they belong to this copy of the store, and are no part of a seed.
    package static let requestPrefix = "remote-outbox:"

    /// The beginning of the metadata of edits of a tree's objects.
    static func prefix(_ root: String, _ number: Int64) -> String { "\(prefix)\(root):\(number):" }

    /// The beginning of the metadata of edits of all objects in a tree.
    static func prefix(_ root: String) -> String { "\(prefix)\(root):" }

    /// The beginning of the metadata of deletions in a tree.
    static func deletions(_ root: String) -> String { "\(prefix)\(root):deleted:" }

    /// The name of the metadata entry.
    package var name: String {
        if case .deletion = kind { return "\(Self.deletions(root))\(number):\(id)" }
        return Self.prefix(root, number) + id
    }

    /// Returns whether an object is the deleted object of this edit.
    ///
    /// - Parameters:
    ///   - entity: The entity of the object.
    ///   - value: The value of an attribute; `nil` if the object has no such attribute.
    /// - Returns: Whether all identifying values are the same.
    package func isDeletion(of entity: EntityDescription, value: (String) -> Value?) -> Bool {
        guard case .deletion(let name, let identity) = kind, !identity.isEmpty,
            ([entity] + entity.ancestors).contains(where: { $0.name == name })
        else { return false }
        return identity.allSatisfy { name, identifier in
            value(name).map { ValueJSON.text($0.element) == ValueJSON.text(identifier.element) }
                == true
        }
    }
}

/// Conversion to and from the text of a metadata entry.
extension PendingEdit {
    /// The text of the metadata entry.
    package var text: String {
        let members: [String: Value] =
            switch kind {
            case .creation: ["create": .boolean(true)]
            case .update(let properties):
                ["update": .array(properties.sorted().map(Value.string))]
            case .deletion(let entity, let identity):
                ["delete": .string(entity), "identity": .dictionary(identity.mapValues(\.element))]
            }
        return ValueJSON.text(.dictionary(members))
    }

    /// Reads the edit of a metadata entry; `nil` if it denotes none.
    init?(_ metadata: MetadataEntry, root: String) {
        let parts = metadata.key.name.dropFirst(Self.prefix(root).count).split(separator: ":")
        guard let id = parts.last, parts.count > 1, let number = Int64(parts[parts.count - 2]),
            case .dictionary(let members)? = ValueJSON.value(metadata.text)
        else { return nil }
        let kind: Kind
        if case .array(let names)? = members["update"] {
            kind = .update(
                properties: Set(
                    names.compactMap { if case .string(let name) = $0 { name } else { nil } }))
        } else if case .string(let entity)? = members["delete"],
            case .dictionary(let identity)? = members["identity"]
        {
            kind = .deletion(entity: entity, identity: identity)
        } else if members["create"] != nil {
            kind = .creation
        } else {
            return nil
        }
        self.init(kind, id: String(id), root: root, number: number)
    }
}
