import ObjectGraph

/// A difference between a file and a model that is not resolved automatically.
struct SchemaDifference: Hashable {
    /// The name of the entity or property in messages.
    let title: String
    /// The message: the file's definition, the model's, and advice.
    let text: String
    let need: Need
    /// The file's entities whose objects are affected; a step with closures for all of them
    /// resolves the difference.
    var concerns: Set<String> = []

    /// The condition under which the migration can continue.
    enum Need: Hashable {
        /// The permission to lose something.
        case permission
        /// A migration step, because the meaning of the data must be known.
        case step
    }

    /// The line in the error message.
    var line: String { "\(title): \(text)" }
}

extension StoreError {
    /// Creates the error for a file that cannot be migrated to a model.
    static func mismatch(_ path: String, _ differences: [SchemaDifference]) -> StoreError {
        StoreError(
            .schemaMismatch,
            "'\(path)' was made for another model:\n"
                + differences.map { "- \($0.line)\n" }.sorted().joined()
                + "Nothing was changed.")
    }
}
