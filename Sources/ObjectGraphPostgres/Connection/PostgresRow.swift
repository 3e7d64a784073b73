import MercatorCPostgres
import ObjectGraphSQL

/// A row of a result, by an index of its columns from 0.
///
/// - Invariant: It is used only during the call of a closure that receives it, which keeps the
///   result alive. Columns are in the binary format; the caller knows the types.
@safe
package struct PostgresRow {
    private let result: OpaquePointer
    private let row: Int32

    @unsafe
    init(_ result: OpaquePointer, _ row: Int32) {
        unsafe self.result = result
        self.row = row
    }

    package func isNull(_ column: Int32) -> Bool {
        unsafe PQgetisnull(result, row, column) != 0
    }

    /// The bytes of a column, which are empty for `NULL`.
    @unsafe
    func content(_ column: Int32) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(
            start: PQgetvalue(result, row, column),
            count: Int(PQgetlength(result, row, column)))
    }

    /// The object identifier of a column's type.
    package func type(_ column: Int32) -> UInt32 { unsafe PQftype(result, column) }

    /// The name of a column.
    package func name(_ column: Int32) -> String {
        unsafe PQfname(result, column).map { unsafe String(cString: $0) } ?? ""
    }

    /// The number of columns.
    package var columnCount: Int32 { unsafe PQnfields(result) }
}

/// Columns of one type.
extension PostgresRow {
    /// Returns a `bigint`, `integer`, `smallint` or `oid`; 0 for `NULL`.
    package func integer(_ column: Int32) -> Int64 {
        let bytes = unsafe content(column)
        switch bytes.count {
        case 8: return unsafe Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        case 4: return unsafe Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case 2: return unsafe Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        case 1: return unsafe Int64(bytes[0])
        default: return 0
        }
    }

    /// Returns a `bigint`, or `nil` for `NULL`.
    package func integerIfAny(_ column: Int32) -> Int64? {
        let number = integer(column)
        return number == 0 && isNull(column) ? nil : number
    }

    /// Returns a `boolean`; `false` for `NULL`.
    package func boolean(_ column: Int32) -> Bool {
        let bytes = unsafe content(column)
        return unsafe bytes.count == 1 && bytes[0] != 0
    }

    /// Returns a `float8`, which may be NaN; 0 for `NULL`.
    package func double(_ column: Int32) -> Double {
        let bytes = unsafe content(column)
        guard bytes.count == 8 else { return 0 }
        return unsafe Double(
            bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
    }

    /// Returns a `text`, decoded by ``TextCode``; empty for `NULL`.
    package func text(_ column: Int32) -> String {
        let bytes = unsafe content(column)
        return unsafe TextCode.isPlain(bytes)
            ? unsafe String(decoding: bytes, as: UTF8.self)
            : unsafe String(decoding: TextCode.decoded(bytes), as: UTF8.self)
    }

    /// Tests whether a text has these bytes, without creating a string.
    package func hasText(_ text: [UInt8], in column: Int32) -> Bool {
        let bytes = unsafe content(column)
        return unsafe bytes.elementsEqual(text)
    }
}

extension PostgresRow: SQLRow {}
