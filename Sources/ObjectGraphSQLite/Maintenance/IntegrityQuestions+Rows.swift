import ObjectGraph

/// Numbers and versions of rows.
extension IntegrityQuestions {
    /// The versions from here on are no save's.
    private static let versionEnd = Int64.max / 2

    /// Rows whose version is not what a save writes.
    static let wrongVersion =
        #"(typeof("_version") <> 'integer' OR "_version" < 1 OR "_version" >= \#(versionEnd))"#

    /// The version of a repaired row `s`, whoever has read it before.
    static let nextVersion =
        #"iif(typeof(s."_version") = 'integer' AND s."_version" BETWEEN 0 AND \#(versionEnd), "#
        + #"s."_version" + 1, 1)"#

    /// The numbers of a tree, as the file has them.
    struct Sequence {
        /// What `mercator_sequence` says: a whole number, or the text of something else.
        let next: Int64?
        let text: String
        /// The highest number of an object; zero if there is none.
        let last: Int64

        /// Whether new objects can get the numbers that the file says.
        var isRight: Bool {
            guard let next else { return false }
            return next > last && next >= 1 && next <= SequenceNumber.usualEnd
        }

        /// The next number if it is to be written anew, and if there is one.
        var repaired: Int64? {
            isRight || last >= SequenceNumber.end ? nil : max(0, last) + 1
        }
    }

    /// Reads the numbers of a tree.
    func sequence(
        of table: StoreTable, _ connection: SQLiteConnection
    ) throws(StoreError) -> Sequence {
        let name = schema.model.layouts[table.root].name
        let last = try connection.number(#"SELECT max("_id") FROM \#(table.sql)"#)
        let found = try connection.query(
            "SELECT next, typeof(next) FROM mercator_sequence WHERE entity = ?", [.string(name)]
        ) { (row) throws(StoreError) in
            (number: row.integer(0), text: row.text(0), isNumber: row.text(1) == "integer")
        }
        guard let next = found.first else {
            // An empty tree begins at 1, with or without a row.
            return Sequence(next: last > 0 ? nil : 1, text: "missing", last: last)
        }
        return Sequence(
            next: next.isNumber ? next.number : nil, text: String(next.text.prefix(40)), last: last)
    }
}
