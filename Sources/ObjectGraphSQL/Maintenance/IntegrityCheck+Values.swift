package import ObjectGraph

/// Checking versions and values of rows.
extension IntegrityCheck {
    /// Checks that the version of each row could be written by a save.
    func checkVersions(_ table: StoreTable) throws(StoreError) {
        for number in try numbers(
            #"SELECT "_id" FROM \#(table.sql) WHERE "# + questions.wrongVersion)
        {
            add(
                IntegrityProblem(
                    .unreadableValue, at: objectID(number, of: table.root), property: "_version",
                    "the version is not a count of saves", repair: "the version becomes 1"))
        }
    }

    /// Returns the attribute of a column; `nil` for references and positions, which are checked
    /// with their relationships.
    package func attribute(of column: StoreColumn) -> AttributeDescription? {
        schema.model.layouts[column.entity].slots[column.slot].attribute
    }

    /// Adds the problem that a value does not have the type of its attribute.
    package func addUnreadable(
        _ column: StoreColumn, _ number: Int64, _ table: StoreTable, _ found: String
    ) {
        guard let attribute = attribute(of: column) else { return }
        add(
            IntegrityProblem(
                .unreadableValue, at: objectID(number, of: table.root), property: attribute.name,
                "expected a value of type \(attribute.type), \(found)"))
    }
}
