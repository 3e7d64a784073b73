/// A kind of record: the objects at a place, with the members that belong to them.
struct Record {
    /// The place of the objects.
    let place: SchemaNodeID
    /// The record that encloses it, as an index; `nil` at the top of a payload.
    var owner: Int?
    /// The keys from the owner's object, or from the top, to the object, array or map.
    let path: [String]
    let form: Form
    /// The members whose own members join the record without a prefix (E2).
    var wrapper: [String] = []
    /// The attributes.
    var columns: [Column] = []
    /// The keys of the record, without its wrapper: its shape for comparisons.
    var shape: Set<String> = []
    var identity = IdentityFinding()
    /// The part of the objects that the record stands for, if it is not all of them.
    var share = Share.all
    /// Indicates that a value in place of an object is its identifier.
    var takesIdentifiers = false
    /// Indicates that another record has taken its place.
    var isDetached = false

    /// The arrangement of records in their owner.
    enum Form {
        case single, list, map
        /// A map of scalars: each entry is a record with a key and a value.
        case lookup
    }

    /// The part of the objects at a place that a record stands for.
    enum Share: Hashable {
        case all
        /// The members of a link to a shared object (I4).
        case link
        /// The shared object of a link.
        case linked
        /// The objects with a value of a discriminator (E5).
        case variant(member: String, value: String)
        /// The objects with a URL of a collection (E6, S1).
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

    var location: Location { Location(node: place, owner: owner) }

    var isMany: Bool { form != .single }

    /// Tests whether the value that identifies the record is in one of its objects.
    func identifies(through path: [String]) -> Bool {
        identity.best?.paths.contains(where: { $0.starts(with: path) }) == true
    }

    /// The keys to a member, without the wrapper.
    func name(of path: [String]) -> [String] {
        !wrapper.isEmpty && path.count > wrapper.count
            && Array(path.prefix(wrapper.count)) == wrapper
            ? Array(path.dropFirst(wrapper.count)) : path
    }
}

/// A value of a record: a scalar, a list of scalars, or a container that is kept as a whole.
struct Column: Hashable {
    /// The keys from the record to the value; empty for the value of a lookup.
    let path: [String]
    let place: SchemaNodeID
    let form: Form

    /// The kind of content.
    enum Form: Hashable {
        case scalar
        /// A list of scalars, whose values are at the place of the elements.
        case list
        /// An array of arrays or of mixed values, kept as JSON.
        case array
        /// An object kept as JSON.
        case dictionary
    }
}

extension [Record] {
    /// Copies a record with all in it to another owner.
    mutating func copySubtree(_ index: Int, to owner: Int) {
        var record = self[index]
        record.owner = owner
        append(record)
        let copy = count - 1
        for child in indices.prefix(copy) where self[child].owner == index && child > index {
            copySubtree(child, to: copy)
        }
    }

    /// Removes detached records with all in them.
    func withoutDetached() -> [Record] {
        var positions: [Int?] = []
        var kept: [Record] = []
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
