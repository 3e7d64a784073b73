package import ObjectGraph

/// Columns in the text format, of types that are not known beforehand.
extension PostgresRow {
    /// Returns the value of a column: numbers, booleans and bytes, or else the server's text.
    package func valueOfText(_ column: Int32) -> Value {
        if isNull(column) { return .null }
        let text = text(column)
        let value: Value? =
            switch type(column) {
            case PostgresType.boolean.oid: .boolean(text == "t")
            // smallint, integer and oid, in addition to bigint.
            case PostgresType.bigint.oid, 21, 23, 26: Int64(text).map(Value.integer)
            // real
            case PostgresType.float8.oid, 700:
                Double(text).flatMap { $0.isFinite ? .double($0) : nil }
            case PostgresType.numeric.oid: Value(storedDecimal: text)
            // The server writes bytes as `\x00ff`.
            case PostgresType.bytea.oid:
                [UInt8](hexadecimal: String(text.dropFirst(2))).map(Value.data)
            default: nil
            }
        return value ?? .string(text)
    }
}
