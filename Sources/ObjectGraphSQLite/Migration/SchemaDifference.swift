import ObjectGraph

/// One thing in which a file and a model differ and that does not follow by itself.
struct SchemaDifference: Hashable {
    /// The entity or property, as messages call it.
    let title: String
    /// What the file has, what the model has, and what to do.
    let text: String
    let need: Need
    /// The file's entities whose objects it is about; a step that sends all of them through a
    /// closure settles it.
    var concerns: Set<String> = []

    /// What it takes to go on.
    enum Need: Hashable {
        /// Leave to lose something.
        case permission
        /// Somebody who knows what the data means.
        case step
    }

    /// The line of a message.
    var line: String { "\(title): \(text)" }
}

extension StoreError {
    /// Says that a file cannot be brought to a model.
    static func mismatch(_ path: String, _ differences: [SchemaDifference]) -> StoreError {
        StoreError(
            .schemaMismatch,
            "'\(path)' was made for another model:\n"
                + differences.map { "- \($0.line)\n" }.sorted().joined()
                + "Nothing was changed.")
    }
}
