/// The name of an attribute of one object with a possible substitute as its value.
///
/// A *substitute* is a value that replaces a value of a payload that could not be used: the
/// fallback of an unknown case, nil, or the default or the earlier value instead of an invalid
/// value. A substitute is not written into representations, since it was not chosen, and a mapping
/// replaces it as soon as it can use the original value.
package struct SubstituteKey: Sendable, Hashable {
    /// The index of the root entity of the object's tree.
    package let root: Int
    package let number: Int64
    package let attribute: String

    package init(root: Int, number: Int64, attribute: String) {
        (self.root, self.number, self.attribute) = (root, number, attribute)
    }

    /// The metadata of stores that have ever kept a substitute; without it, lookups are skipped.
    package static let flag = "substitutes"

    /// The beginning of the metadata of a tree.
    static func prefix(_ root: String) -> String { "substitute:\(root):" }

    /// Creates the key that the metadata entry of a tree denotes; `nil` if it denotes none.
    init?(_ metadata: MetadataEntry, root: Int, prefix: String) {
        let parts = metadata.key.name.dropFirst(prefix.count)
            .split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let number = Int64(parts[0]) else { return nil }
        self.init(root: root, number: number, attribute: String(parts[1]))
    }

    /// The metadata entry that keeps the text of the substitute.
    func metadata(in model: ManagedObjectModel) -> MetadataKey {
        MetadataKey(
            "\(Self.prefix(model.entities[root].name))\(number):\(attribute)", beside: root)
    }
}

extension Value {
    /// The text that identifies a substitute in a store.
    ///
    /// A value that another program has written since is not a substitute.
    package var substituteText: String { ValueJSON.text(element) }
}
