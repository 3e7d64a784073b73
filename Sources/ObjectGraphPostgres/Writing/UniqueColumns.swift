import ObjectGraph
import ObjectGraphSQL

/// The columns of unique indexes by their name, which is all that the server says about a
/// violation without values.
struct UniqueColumns {
    private let session: any SQLSession
    private let indexes: IndexKeeper

    init(_ session: any SQLSession, _ indexes: IndexKeeper) {
        self.session = session
        self.indexes = indexes
    }

    /// Returns the columns of an index; `nil` if it is none of this schema.
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
        // The copy of an index on a node of Citus has a number behind its name.
        let entry = try session.query(
            "SELECT \(IndexEntry.columns) FROM mercator_indexes "
                + "WHERE name = $1 OR name || '_' = left($1, length(name) + 1) "
                + "ORDER BY length(name) DESC LIMIT 1", [.string(index)]
        ) { (row) throws(StoreError) in IndexEntry(row) }.first
        guard let found = entry?.index(in: indexes.schema.model) else { return nil }
        return try indexes.columns(of: found)
    }
}
