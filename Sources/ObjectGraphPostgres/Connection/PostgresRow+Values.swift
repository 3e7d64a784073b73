package import ObjectGraph
package import ObjectGraphSQL

/// Values of columns in their stored form.
extension PostgresRow {
    /// Returns the value of a column; `nil` if it is not of this kind, such as a NaN.
    package func value(_ column: Int32, _ kind: StoreColumn.Kind) -> Value? {
        if isNull(column) { return .null }
        let bytes = unsafe content(column)
        switch kind {
        case .boolean: return bytes.count == 1 ? .boolean(boolean(column)) : nil
        case .integer: return [8, 4, 2].contains(bytes.count) ? .integer(integer(column)) : nil
        case .double:
            let number = double(column)
            return bytes.count == 8 && !number.isNaN ? .double(number) : nil
        case .decimal: return unsafe Value(numeric: bytes)
        case .text: return .string(text(column))
        case .date: return unsafe Timestamp(iso8601: Array(bytes)).map(Value.date)
        case .data: return unsafe .data(Array(bytes))
        case .uuid:
            guard bytes.count == 16 else { return nil }
            return unsafe Value(
                uuidWords: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
        case .json: return ValueJSON.value(text(column))
        }
    }

    /// Returns the content of a column that is not of its kind, for messages.
    package func damage(_ column: Int32, _ kind: StoreColumn.Kind) -> String {
        switch kind {
        case .date, .text, .json: "'\(text(column).prefix(40))'"
        case .integer: "\(integer(column))"
        case .double: "'\(double(column))'"
        case .decimal: "a number with too many digits, or none"
        case .boolean, .data, .uuid: "a value of another type"
        }
    }

    /// Appends the value of a column as the next cell of a row; returns `false`, and appends
    /// nothing, if the value is not of this kind.
    ///
    /// The values equal the results of ``value(_:_:)``, but no strings or lists are created.
    package func append(
        _ column: Int32, _ kind: StoreColumn.Kind, to rows: inout RowBlockBuilder
    ) -> Bool {
        let bytes = unsafe content(column)
        if unsafe bytes.isEmpty, isNull(column) {
            rows.append(.null)
            return true
        }
        switch kind {
        case .integer where bytes.count == 8:
            rows.append(
                .integer(unsafe Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))))
        case .boolean where bytes.count == 1:
            unsafe rows.append(.boolean(bytes[0] != 0))
        case .text where unsafe TextCode.isPlain(bytes): unsafe rows.appendText(.ownText, bytes)
        case .text: unsafe rows.appendText(.ownText, TextCode.decoded(bytes))
        case .date, .json:
            return unsafe StoredBytes(bytes.bindMemory(to: UInt8.self)).append(kind, to: &rows)
        default:
            guard let value = value(column, kind) else { return false }
            rows.appendValue(value)
        }
        return true
    }
}
