import MercatorCPostgres

/// A PostgreSQL connection for the references: a minimal wrapper around the C interface.
///
/// - Invariant: `handle` is an open connection from the end of the initialiser to `deinit`.
@safe
final class RawPostgres {
    private let handle: OpaquePointer

    /// Connects to a database, with a schema for all names.
    init(_ connection: String, schema: String) throws {
        guard let opened = unsafe PQconnectdb(connection) else {
            throw BenchmarkError("no memory for a connection")
        }
        guard unsafe PQstatus(opened) == CONNECTION_OK else {
            defer { unsafe PQfinish(opened) }
            throw unsafe BenchmarkError(String(cString: PQerrorMessage(opened)))
        }
        unsafe handle = opened
        unsafe mercator_ignore_notices(handle)
        // The settings of Mercator's connections that matter for speed.
        try execute("SET search_path = \"\(schema)\"; SET jit = off")
    }

    deinit {
        unsafe PQfinish(handle)
    }

    /// Executes statements without parameters, and returns the number of rows that the last one
    /// has changed.
    @discardableResult
    func execute(_ sql: String) throws -> Int {
        try unsafe RawResult(owning: PQexec(handle, sql), of: handle).changeCount
    }

    /// Executes a statement whose parameters are arrays; the result is in the binary format.
    func query(_ sql: String, _ arrays: borrowing RawArrays = RawArrays()) throws -> RawResult {
        try unsafe arrays.withParameters { values, lengths, formats in
            try unsafe RawResult(
                owning: PQexecParams(
                    handle, sql, Int32(values.count), nil, values, lengths, formats, 1),
                of: handle)
        }
    }

    /// Executes a statement with one number as its result.
    func number(_ sql: String) throws -> Int64 {
        let result = try query(sql)
        guard result.count == 1 else { throw BenchmarkError("\(result.count) rows from \(sql)") }
        return result.integer(0, 0)
    }

    /// Executes work in one transaction.
    func transaction<Result>(
        _ begin: String = "BEGIN", _ work: () throws -> Result
    ) throws -> Result {
        try execute(begin)
        let result = try work()
        try execute("COMMIT")
        return result
    }

    /// Inserts rows with `COPY`, of which a closure appends the cells for each element.
    ///
    /// `target` is the table with its columns, in SQL.
    func copy<Elements: Collection>(
        into target: String, _ elements: Elements, columns: Int16,
        _ row: (Elements.Element, inout RawCells) -> Void
    ) throws {
        let begin = "COPY \(target) FROM STDIN (FORMAT BINARY)"
        _ = try unsafe RawResult(owning: PQexec(handle, begin), of: handle)
        var cells = RawCells()
        for byte in "PGCOPY\n\u{FF}\r\n\0".unicodeScalars { cells.addRaw(UInt8(byte.value)) }
        cells.addRaw(0 as Int64)
        for element in elements {
            cells.addRaw(columns)
            row(element, &cells)
            if cells.count > 1 << 16 { try send(&cells) }
        }
        cells.addRaw(-1 as Int16)
        try send(&cells)
        guard unsafe PQputCopyEnd(handle, nil) == 1 else { throw failure }
        _ = try unsafe RawResult(owning: PQgetResult(handle), of: handle)
        while let rest = unsafe PQgetResult(handle) { unsafe PQclear(rest) }
    }

    private func send(_ cells: inout RawCells) throws {
        let isSent = unsafe cells.withBytes { bytes in
            unsafe PQputCopyData(
                handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                Int32(bytes.count)) == 1
        }
        guard isSent else { throw failure }
        cells.removeAll()
    }

    private var failure: BenchmarkError {
        unsafe BenchmarkError(String(cString: PQerrorMessage(handle)))
    }
}
