package import ObjectGraph

/// Reads the next object numbers in `mercator_sequence`.
///
/// They are validated, in case another program has changed them: at least 1, or an error.
package enum SequenceNumber {
    /// The end of the numbers that a store assigns; from there on, numbers belong to dry runs.
    package static let end = ManagedObjectID.firstProvisionalNumber
    /// The greatest plausible next number; a greater one leaves too few numbers.
    static let usualEnd = end - (1 << 32)

    /// Returns the number of the next object of a tree.
    ///
    /// - Throws: ``StoreError`` with code `corrupt` if the file does not contain a
    ///   number, or `full`.
    package static func next(
        of tree: String, _ session: any SQLSession, in database: String? = nil
    ) throws(StoreError) -> Int64 {
        let found = try session.query(
            "SELECT next, \(session.dialect.isInteger("next")) "
                + "FROM \(database.map { "\($0)." } ?? "")mercator_sequence "
                + "WHERE entity = \(session.parameter(1))", [.string(tree)]
        ) { (row) throws(StoreError) in (number: row.integer(0), isInteger: row.integer(1) == 1) }
        guard let next = found.first else { return 1 }
        guard next.isInteger else {
            throw StoreError(
                .corrupt,
                "the next number of '\(tree)' is no whole number in mercator_sequence; repairLinks "
                    + "gives it anew")
        }
        return try sum(max(1, next.number), 0, of: tree)
    }

    /// Writes the number of the next object of a tree; the caller has opened a transaction.
    package static func write(
        _ next: Int64, of tree: String, _ session: any SQLSession
    ) throws(StoreError) {
        let values = "\(session.parameter(1)), \(session.parameter(2))"
        try session.execute(
            "INSERT INTO mercator_sequence VALUES (\(values)) "
                + "ON CONFLICT (entity) DO UPDATE SET next = excluded.next",
            [.string(tree), .integer(next)])
    }

    /// Returns the end of a range of numbers.
    ///
    /// - Throws: ``StoreError`` with code `full` if there are not enough numbers.
    package static func sum(_ first: Int64, _ count: Int64, of tree: String) throws(StoreError)
        -> Int64
    {
        let (sum, overflow) = first.addingReportingOverflow(count)
        guard !overflow, sum <= end else {
            throw StoreError(
                .full,
                "there are no numbers left for objects of '\(tree)': the next one would be "
                    + "\(first); repairLinks sets it back as far as the objects allow")
        }
        return sum
    }

    /// Returns the number after a number.
    ///
    /// - Throws: ``StoreError`` with code `full` after the last number.
    package static func next(behind number: Int64, _ title: String) throws(StoreError) -> Int64 {
        let (next, overflow) = number.addingReportingOverflow(1)
        guard !overflow else {
            throw StoreError(.full, "there is no \(title) behind \(number)")
        }
        return next
    }
}
