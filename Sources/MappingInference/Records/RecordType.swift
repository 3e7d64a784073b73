/// A record type: the objects at a node, with the members that belong to them.
struct RecordType {
    /// The node of the objects.
    let node: SchemaNodeID
    /// The index of the enclosing record type; `nil` at the root.
    var owner: Int?
    /// The path from the owner's object, or the root, to the object, array or map.
    let path: [String]
    let form: Form
    /// The path of a wrapper whose members belong to the record (E2).
    var wrapper: [String] = []
    /// The attribute columns.
    var columns: [Column] = []
    /// The keys of the record without its wrapper, for comparisons.
    var shape: Set<String> = []
    var identity = IdentityFinding()
    /// The subset of the node's objects that the record type includes.
    var share = Share.all
    /// Indicates whether scalars in place of objects are their identifiers.
    var takesIdentifiers = false
    /// Indicates whether a variant has replaced the record type.
    var isDetached = false

    /// The arrangement of records in their owner.
    enum Form {
        case single, list, map
        /// A map of scalars; each entry is a record of a key and a value.
        case lookup
    }

    /// The subset of a node's objects.
    enum Share: Hashable {
        case all
        /// The link's own members (I4).
        case link
        /// The shared object of a link.
        case linked
        /// The objects with a discriminator value (E5).
        case variant(member: String, value: String)
        /// The objects with the URL of a collection (E6, S1).
        case collection(String, url: SchemaNodeID)
    }

    /// The node of the objects and the record around them, which several records may share.
    struct Location: Hashable, Comparable {
        let node: SchemaNodeID
        let owner: Int?

        static func < (left: Self, right: Self) -> Bool {
            guard left.node == right.node else { return left.node < right.node }
            guard let first = left.owner else { return right.owner != nil }
            return right.owner.map { first < $0 } ?? false
        }
    }

    var location: Location { Location(node: node, owner: owner) }

    var isMany: Bool { form != .single }

    /// Tests whether a nested object contains the identity.
    func identifies(through path: [String]) -> Bool {
        identity.best?.paths.contains(where: { $0.starts(with: path) }) == true
    }

    /// Returns the path of a member without the wrapper.
    func name(of path: [String]) -> [String] {
        !wrapper.isEmpty && path.count > wrapper.count
            && Array(path.prefix(wrapper.count)) == wrapper
            ? Array(path.dropFirst(wrapper.count)) : path
    }

    /// Returns the paths of a candidate for the identity without the wrapper, as one text.
    func name(of candidate: IdentityCandidate) -> String {
        candidate.paths.map { name(of: $0).joined(separator: ".") }.joined(separator: "+")
    }
}

extension [RecordType] {
    /// Copies a record type and its descendants to a different owner.
    mutating func copySubtree(_ index: Int, to owner: Int) {
        var record = self[index]
        record.owner = owner
        append(record)
        let copy = count - 1
        for child in indices.prefix(copy) where self[child].owner == index && child > index {
            copySubtree(child, to: copy)
        }
    }

    /// Removes detached record types and their descendants.
    func withoutDetached() -> [RecordType] {
        var positions: [Int?] = []
        var kept: [RecordType] = []
        for record in self {
            let owner = record.owner.map { positions.indices.contains($0) ? positions[$0] : nil }
            if record.isDetached || owner == .some(nil) {
                positions.append(nil)
                continue
            }
            positions.append(kept.count)
            var record = record
            record.owner = owner ?? nil
            kept.append(record)
        }
        return kept
    }
}
