import ObjectGraph

extension StoreSchema {
    /// The indexes of the model's searchable attributes.
    package var wantedSearchIndexes: [SearchIndex] {
        tables.values.sorted { $0.root < $1.root }.compactMap { table in
            let columns = table.columns.filter { column in
                model.layouts[column.entity].slots[column.slot].attribute?.isSearchable == true
            }
            guard !columns.isEmpty else { return nil }
            return SearchIndex(table: table.name, columns: columns.map(\.name), dialect)
        }
    }

    /// The search indexes in the order of their tables.
    package var sortedSearchIndexes: [SearchIndex] {
        searchIndexes.values.sorted { $0.table < $1.table }
    }
}
