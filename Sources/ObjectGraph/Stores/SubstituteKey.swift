/// The name of an attribute of one object whose value may be a substitute.
///
/// A *substitute* is a value that stands for another one, which was in a payload and could not be
/// taken: the fallback of an unknown case, the nil in its place, the default or the earlier value
/// in place of an invalid one. A substitute is not written into representations, since it was not
/// chosen, and a mapping replaces it as soon as it can take the value.
package struct SubstituteKey: Sendable, Hashable {
    /// The index of the root entity of the object's tree.
    package let root: Int
    package let number: Int64
    package let attribute: String

    package init(root: Int, number: Int64, attribute: String) {
        (self.root, self.number, self.attribute) = (root, number, attribute)
    }

    /// The checkpoint that tells whether a store has ever kept a substitute; those that have not
    /// cost no look-ups.
    package static let flag = "substitutes"

    /// The beginning of the checkpoints of a tree.
    static func prefix(_ root: String) -> String { "substitute:\(root):" }

    /// Creates the key that the checkpoint of a tree denotes; `nil` if it denotes none.
    init?(_ checkpoint: StoredCheckpoint, root: Int, prefix: String) {
        let parts = checkpoint.key.name.dropFirst(prefix.count)
            .split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let number = Int64(parts[0]) else { return nil }
        self.init(root: root, number: number, attribute: String(parts[1]))
    }

    /// The checkpoint that keeps the text of the substitute.
    func checkpoint(in model: ManagedObjectModel) -> CheckpointKey {
        CheckpointKey(
            "\(Self.prefix(model.entities[root].name))\(number):\(attribute)", beside: root)
    }
}

extension Value {
    /// The text by which a store recognizes a substitute: a value that another program has written
    /// since is none.
    package var substituteText: String { ValueJSON.text(element) }
}
