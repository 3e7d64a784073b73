import ObjectGraph

/// Checking search indexes.
extension IntegrityCheck {
    /// Reports rows whose words in an index are not those of their texts.
    package func addStale(_ numbers: [Int64], in index: SearchIndex) {
        guard let table = schema.tables.values.first(where: { $0.name == index.table }) else {
            return
        }
        for number in numbers {
            add(
                IntegrityProblem(
                    .staleSearchIndex, at: objectID(number, of: table.root),
                    "the search index has other words than its texts",
                    repair: "its texts are indexed again"))
        }
    }
}
