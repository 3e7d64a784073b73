package import ObjectGraph

extension SQLSession {
    /// Returns the rows of `mercator_schema`.
    package func storedDefinitions() throws(StoreError) -> [StoreDefinition] {
        try query("SELECT entity, property, name, definition FROM mercator_schema") {
            (row) throws(StoreError) in
            StoreDefinition(
                key: .init(entity: row.text(0), property: row.text(1)), name: row.text(2),
                text: row.text(3))
        }
    }
}
