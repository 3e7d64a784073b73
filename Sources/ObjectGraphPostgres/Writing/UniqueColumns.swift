import ObjectGraph
import ObjectGraphSQL

/// The columns of unique indexes by their name, which is all that the server says about a
/// violation without values.
struct UniqueColumns {
    private let session: any SQLSession
    private let schema: StoreSchema

    init(_ session: any SQLSession, _ schema: StoreSchema) {
        self.session = session
        self.schema = schema
    }

    /// Returns the columns of an index; `nil` if it is none of this schema.
    ///
    /// An index that the failed transaction was to create is not in `mercator_indexes`, so its name
    /// is compared with those that the model's entities give.
    func columns(of index: String) throws(StoreError) -> [StoreColumn]? {
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
