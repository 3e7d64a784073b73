import ObjectGraph

/// The numbers that objects get, as `mercator_sequence` says them: whatever another writer has put
/// there, they are numbers from 1 on, or an error.
enum SequenceNumber {
    /// The end of the numbers that a store gives; those from there on are of dry runs.
    static let end = ManagedObjectID.firstProvisionalNumber
    /// A next number beyond this one comes from another writer: too few are left to go on with.
    static let usualEnd = end - (1 << 32)

    /// The number that the next object of a tree gets.
    ///
    /// - Throws: ``StoreError`` with code `corrupt` if the file says no number, or `full`.
    static func next(
        of tree: String, _ connection: SQLiteConnection, in database: String = "main"
    ) throws(StoreError) -> Int64 {
        let found = try connection.query(
            "SELECT next, typeof(next) FROM \(database).mercator_sequence WHERE entity = ?",
            [.string(tree)]
        ) { (row) throws(StoreError) in (number: row.integer(0), type: row.text(1)) }
        guard let next = found.first else { return 1 }
        guard next.type == "integer" else {
            throw StoreError(
                .corrupt,
                "the next number of '\(tree)' is no whole number in mercator_sequence; repairLinks "
                    + "gives it anew")
        }
        return try sum(max(1, next.number), 0, of: tree)
    }

    /// The end of a count of numbers.
    ///
    /// - Throws: ``StoreError`` with code `full` if there are not so many.
    static func sum(_ first: Int64, _ count: Int64, of tree: String) throws(StoreError) -> Int64 {
        let (sum, overflow) = first.addingReportingOverflow(count)
        guard !overflow, sum <= end else {
            throw StoreError(
                .full,
                "there are no numbers left for objects of '\(tree)': the next one would be "
                    + "\(first); repairLinks sets it back as far as the objects allow")
        }
        return sum
    }

    /// The number behind another one.
    ///
    /// - Throws: ``StoreError`` with code `full` if there is none.
    static func next(behind number: Int64, _ title: String) throws(StoreError) -> Int64 {
        let (next, overflow) = number.addingReportingOverflow(1)
        guard !overflow else {
            throw StoreError(.full, "there is no \(title) behind \(number)")
        }
        return next
    }
}
