import ObjectGraph

/// Conditions on numbers and versions of rows.
extension IntegrityQuestions {
    /// The end of plausible versions.
    private static let versionEnd = Int64.max / 2

    /// The condition for rows whose version no save writes.
    package var wrongVersion: String {
        let version = SystemColumn.version.quotedName
        return "(NOT \(schema.dialect.isInteger(version)) OR \(version) < 1 "
            + "OR \(version) >= \(Self.versionEnd))"
    }

    /// The new version of a repaired row `s`, for any previous version.
    var nextVersion: String {
        let version = "s.\(SystemColumn.version.quotedName)"
        return "CASE WHEN \(schema.dialect.isInteger(version)) "
            + "AND \(version) BETWEEN 0 AND \(Self.versionEnd) THEN \(version) + 1 ELSE 1 END"
    }

    /// The state of the sequence of a tree in the file.
    struct Sequence {
        /// The next number in `mercator_sequence`; `nil` if the file contains anything else, whose
        /// beginning is in ``text``.
        let next: Int64?
        let text: String
        /// The highest number of an object; 0 without objects.
        let last: Int64

        /// Indicates whether new objects can get the next number.
        var isRight: Bool {
            guard let next else { return false }
            return next > last && next >= 1 && next <= SequenceNumber.usualEnd
        }

        /// The next number to write in a repair; `nil` if none is necessary or possible.
        var repaired: Int64? {
            isRight || last >= SequenceNumber.end ? nil : max(0, last) + 1
        }
    }

    /// Reads the state of the sequence of a tree.
    func sequence(
        of table: StoreTable, _ session: any SQLSession
    ) throws(StoreError) -> Sequence {
        let name = schema.model.layouts[table.root].name
        let last = try session.number(#"SELECT max("_id") FROM \#(table.sql)"#)
        let found = try session.query(
            "SELECT next, \(session.dialect.isInteger("next")) FROM mercator_sequence "
                + "WHERE entity = \(session.parameter(1))", [.string(name)]
        ) { (row) throws(StoreError) in
            (number: row.integer(0), text: row.text(0), isNumber: row.integer(1) == 1)
        }
        guard let next = found.first else {
            // An empty tree begins at 1, with or without a row in the table.
            return Sequence(next: last > 0 ? nil : 1, text: "missing", last: last)
        }
        return Sequence(
            next: next.isNumber ? next.number : nil, text: String(next.text.prefix(40)), last: last)
    }
}
