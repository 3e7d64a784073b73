import MercatorCPostgres
import ObjectGraph

/// The whole result of a statement, in memory of the library.
///
/// - Invariant: `handle` is a result from the initializer to `deinit`.
@safe
package final class PostgresResult {
    let handle: OpaquePointer
    /// The number of rows.
    package let count: Int

    /// Takes ownership of a result.
    @unsafe
    init(owning handle: OpaquePointer) {
        unsafe self.handle = handle
        count = unsafe Int(PQntuples(handle))
    }

    deinit {
        unsafe PQclear(handle)
    }

    /// The number of rows that the statement inserted, changed, deleted or returned.
    package var changeCount: Int {
        unsafe Int(String(cString: PQcmdTuples(handle))) ?? 0
    }

    /// Calls a closure for each row, which is valid during the call.
    package func forEachRow<Failure: Error>(
        _ body: (PostgresRow) throws(Failure) -> Void
    ) throws(Failure) {
        for row in 0..<Int32(clamping: count) { try body(unsafe PostgresRow(handle, row)) }
    }

    /// Returns one element for each row.
    package func map<Element, Failure: Error>(
        _ read: (PostgresRow) throws(Failure) -> Element
    ) throws(Failure) -> [Element] {
        var elements: [Element] = []
        elements.reserveCapacity(count)
        try forEachRow { (row) throws(Failure) in elements.append(try read(row)) }
        return elements
    }
}
