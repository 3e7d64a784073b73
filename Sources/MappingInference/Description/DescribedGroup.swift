/// Schemas that describe the objects of one entity.
struct DescribedGroup {
    /// The objects, the one with the most members first.
    var objects: [DescribedObject]
    /// The identity; `nil` for a part.
    var identity: DescribedIdentity?
    var name = ""
    /// The keys of the members of all objects.
    var keys: Set<String>
    /// The keys that partial descriptions of the objects lack, written where they are used.
    var missing: Set<String> = []
    /// Indicates whether scalars stand for the objects.
    var takesIdentifiers = false
    /// The words that refer to these objects elsewhere.
    var aliases: Set<[String]> = []

    init(_ object: DescribedObject, identity: DescribedIdentity? = nil) {
        objects = [object]
        self.identity = identity
        keys = object.schema.keys
    }

    var noun: NameWords { objects[0].noun }

    /// Tests whether a schema has the identity, and 80 % of the smaller set of members.
    func resembles(
        _ schema: DescribedSchema, _ reader: inout SchemaReader
    ) throws(InferenceError) -> Bool {
        guard let identity, let member = schema.member(identity.key),
            DescribedIdentity.kind(of: try reader.schema(at: member.schema)) == identity.kind
        else { return false }
        // A note on a deleted object has this member alone.
        let likeness = Similarity(keys, schema.keys.subtracting(["deleted"]))
        return likeness.containment >= Threshold.most
    }

    /// Tests whether most members and the identity have these keys.
    func contains(_ keys: Set<String>) -> Bool {
        guard let identity, keys.count >= Self.leastMembers, keys.contains(identity.key) else {
            return false
        }
        return keys.isSubset(of: self.keys)
            && Similarity(keys, self.keys).jaccard >= Threshold.majority
    }

    /// The members that a schema without a telling name must have to be recognized.
    private static let leastMembers = 6

    /// Adds a schema of the same objects.
    mutating func add(_ object: DescribedObject) {
        objects.append(object)
        objects.sort {
            ($1.schema.members.count, $0.name ?? "") < ($0.schema.members.count, $1.name ?? "")
        }
        keys.formUnion(object.schema.keys)
    }
}
