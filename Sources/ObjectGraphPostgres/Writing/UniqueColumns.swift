import ObjectGraph
import ObjectGraphSQL

/// The columns of unique indexes by their name, which is all that the server says about a
/// violation without values.
struct UniqueColumns {
    private let session: any SQLSession
    private let indexes: IndexKeeper
    private var schema: StoreSchema { indexes.schema }

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
        let found = try session.query(
            "SELECT entity, attributes FROM mercator_indexes WHERE name = $1", [.string(index)]
        ) { (row) throws(StoreError) in (entity: row.text(0), attributes: row.text(1)) }.first
        guard let found, let layout = schema.model.layout(named: found.entity) else { return nil }
        var columns: [StoreColumn] = []
        for name in found.attributes.split(separator: ", ") {
            guard let slot = layout.slotIndexes[String(name)] else { return nil }
            columns.append(try schema.column(slot, of: layout.index))
        }
        return columns
    }
}
