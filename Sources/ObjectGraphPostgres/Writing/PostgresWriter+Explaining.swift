import ObjectGraph
import ObjectGraphSQL

/// Failures of the server, in the words of the model.
extension PostgresWriter {
    /// Returns the error for an index that refuses a row in the words of the model.
    func explained(
        _ error: StoreError, _ failure: PostgresFailure?, _ missing: [IndexDescription],
        _ connection: PostgresConnection
    ) -> StoreError {
        guard let failure else { return error }
        if failure.sqlState == "42501", !missing.isEmpty {
            return schema.missingOwner(missing, error)
        }
        guard let name = failure.constraint else {
            return failure.isTooLargeForIndex
                ? .tooLongForIndex("a unique or identifying text", error) : error
        }
        guard !name.hasSuffix("_pkey") || error.code != .uniqueness else {
            return StoreError(
                .conflict,
                "a number of '\(failure.table ?? name)' is in use already; repeat the work",
                sql: error.sql)
        }
        guard error.code == .uniqueness || failure.isTooLargeForIndex,
            let columns = try? UniqueColumns(session: connection, indexes: indexes).columns(
                of: name, missing)
        else { return error }
        if error.code == .uniqueness {
            return StoreError(.uniqueness, schema.sharedKeyMessage(columns), sql: error.sql)
        }
        let attributes = columns.map { column in
            let layout = schema.model.layouts[column.entity]
            return "\(layout.name).\(layout.slots[column.slot].name)"
        }
        return .tooLongForIndex(attributes.joined(separator: ", "), error)
    }
}

extension StoreSchema {
    /// Returns the error for a load of a role that cannot create the indexes that it needs.
    fileprivate func missingOwner(
        _ missing: [IndexDescription], _ error: StoreError
    ) -> StoreError {
        let indexes = missing.map { index in
            let layout = model.layouts[index.entity]
            return layout.name + "."
                + index.slots.map { layout.slots[$0].name }
                .joined(separator: "+")
        }
        return StoreError(
            .denied,
            "the load needs an index of \(indexes.joined(separator: ", ")), and only the owner of "
                + "the tables can create it: run this load once as the owner (\(error.message))",
            sql: error.sql)
    }
}

extension StoreError {
    fileprivate static func tooLongForIndex(_ value: String, _ error: StoreError) -> StoreError {
        StoreError(
            .invalidRequest,
            "\(value) is longer than an index of the database allows, which is 2704 bytes after "
                + "compression", sql: error.sql)
    }
}

extension PostgresFailure {
    /// Indicates whether a row does not fit into an index.
    fileprivate var isTooLargeForIndex: Bool { sqlState == "54000" }
}
