/// The names of discriminators (E5).
enum DiscriminatorNames {
    static let all = [
        "object", "type", "kind", "model", "@type", "__typename", "_type", "resourceType",
    ]
    static func contains(_ key: String) -> Bool { all.contains(key) }
    /// Tests for a discriminator with the same meaning at all paths (S1).
    static func isPrecise(_ key: String) -> Bool { key != "type" && key != "kind" }
}
