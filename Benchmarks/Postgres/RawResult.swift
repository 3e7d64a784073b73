import MercatorCPostgres

/// The result of a statement of a ``RawPostgres``, in the binary format.
///
/// - Invariant: `handle` is a result until `deinit`.
@safe
final class RawResult {
    private let handle: OpaquePointer

    /// Takes ownership of a result, unless it is an error.
    @unsafe
    init(owning result: OpaquePointer?, of connection: OpaquePointer) throws {
        let good = [PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_COPY_IN]
        guard let result = unsafe result, good.contains(unsafe PQresultStatus(result)) else {
            unsafe PQclear(result)
            throw unsafe BenchmarkError(String(cString: PQerrorMessage(connection)))
        }
        unsafe handle = result
    }

    deinit {
        unsafe PQclear(handle)
    }

    /// The number of rows.
    var count: Int { unsafe Int(PQntuples(handle)) }

    /// The number of rows that the statement has changed.
    var changeCount: Int { unsafe Int(String(cString: PQcmdTuples(handle))) ?? 0 }

    /// Returns a `bigint`.
    func integer(_ row: Int, _ column: Int32) -> Int64 {
        guard let value = unsafe PQgetvalue(handle, Int32(row), column) else { return 0 }
        return unsafe Int64(
            bigEndian: UnsafeRawPointer(value).loadUnaligned(as: Int64.self))
    }

    /// Returns a `text`.
    func text(_ row: Int, _ column: Int32) -> String {
        unsafe PQgetvalue(handle, Int32(row), column).map { unsafe String(cString: $0) } ?? ""
    }

    /// Appends all rows to those that are kept.
    func decode(into rows: RawReading) {
        let columns = unsafe PQnfields(handle)
        let types = (0..<columns).map { unsafe PQftype(handle, $0) }
        for row in 0..<Int32(count) {
            for column in 0..<columns {
                guard let value = unsafe PQgetvalue(handle, row, column) else { continue }
                let length = unsafe Int(PQgetlength(handle, row, column))
                let bytes = unsafe UnsafeRawBufferPointer(start: value, count: length)
                switch types[Int(column)] {
                case RawType.bigint, RawType.double:
                    rows.add(length == 8 ? unsafe bytes.loadUnaligned(as: Int64.self).bigEndian : 0)
                case RawType.boolean: rows.add(length == 1 ? unsafe Int64(bytes[0]) : 0)
                default: unsafe rows.add(bytes)
                }
            }
        }
        rows.count += Int(count)
    }
}

/// Rows as a program in C keeps them: numbers in one array, texts in one buffer.
final class RawReading {
    fileprivate(set) var count = 0
    private var numbers: [Int64] = []
    private var texts = RawCells()

    fileprivate func add(_ number: Int64) { numbers.append(number) }

    @unsafe
    fileprivate func add(_ text: UnsafeRawBufferPointer) {
        unsafe texts.addRaw(text)
        numbers.append(Int64(texts.count))
    }
}
