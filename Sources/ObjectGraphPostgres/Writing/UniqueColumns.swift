import ObjectGraph
import ObjectGraphSQL

/// The columns of unique indexes by name.
///
/// The server reports violations by name if it omits the values.
struct UniqueColumns {
    let session: any SQLSession
    let indexes: IndexKeeper

    /// Returns the columns of an index; `nil` if it does not belong to this schema.
    ///
    /// `missing` are the indexes that the failed transaction was to create, which are not in
    /// `mercator_indexes`.
    func columns(
        of index: String, _ missing: [IndexDescription]
    ) throws(StoreError) -> [StoreColumn]? {
        for new in missing {
            let name = try indexes.name(of: new)
            if index == name || index.hasPrefix(name + "_") { return try indexes.columns(of: new) }
        }
        // On a node of Citus, the name of an index's copy ends in a number.
        let entry = try session.query(
            "SELECT \(IndexEntry.columns) FROM mercator_indexes "
                + "WHERE name = $1 OR name || '_' = left($1, length(name) + 1) "
                + "ORDER BY length(name) DESC LIMIT 1", [.string(index)]
        ) { (row) throws(StoreError) in IndexEntry(row) }.first
        guard let found = entry?.index(in: indexes.schema.model) else { return nil }
        return try indexes.columns(of: found)
    }
}
