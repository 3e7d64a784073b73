import ObjectGraph

/// The columns of a statement for rows of one table, and their meaning for each entity.
///
/// Every statement begins with the number and the version, followed by the name of the entity if
/// the table has several. Stores read the cells in their own loops.
@usableFromInline
package struct RowSelection {
    package let table: StoreTable
    /// The result column of the first slot.
    package let firstColumn: Int32
    /// The indices of the columns of the table that are read.
    package let selected: [Int]
    /// One form for each entity with rows in the table.
    package let forms: [Form]
    /// The slots that are read; `nil` for all.
    package let slots: [Int]?

    /// The mapping of result columns to the slots of one entity.
    @usableFromInline
    package struct Form {
        package let entity: Int
        /// The UTF-8 bytes of the entity's name, as stored in rows.
        @usableFromInline package let name: [UInt8]
        /// The columns by slot, or by position among the slots that are read.
        @usableFromInline package let columns: [(index: Int32, kind: StoreColumn.Kind)]
    }

    /// Creates a selection of complete rows of a table.
    package init(_ schema: StoreSchema, _ table: StoreTable) {
        self.init(schema, table, entity: table.root, slots: nil)
    }

    /// Creates a selection of some slots of the rows of an entity's family.
    package init(_ schema: StoreSchema, _ table: StoreTable, entity: Int, slots: [Int]?) {
        self.table = table
        self.slots = slots
        let firstColumn: Int32 = table.hasEntityColumn ? 3 : 2
        self.firstColumn = firstColumn
        let family = schema.model.layouts[entity].family.compactMap { entity in
            table.columnIndices[entity].map { indices in
                (entity: entity, columns: slots?.map { indices[$0] } ?? indices)
            }
        }
        selected =
            slots == nil ? Array(table.columns.indices) : Set(family.flatMap(\.columns)).sorted()
        var indexes = Array(repeating: Int32(0), count: table.columns.count)
        for (index, column) in selected.enumerated() {
            indexes[column] = firstColumn + Int32(index)
        }
        forms = family.map { entity, columns in
            Form(
                entity: entity, name: Array(schema.model.layouts[entity].name.utf8),
                columns: columns.map { (indexes[$0], table.columns[$0].kind) })
        }
    }

    /// Returns the columns to select.
    package func columns(_ alias: String) -> String {
        var names = [SystemColumn.id, SystemColumn.version]
        if table.hasEntityColumn { names.append(SystemColumn.entity) }
        names += selected.map { table.columns[$0].name }
        return names.map { "\(alias).\($0.quotedName)" }.joined(separator: ", ")
    }
}
