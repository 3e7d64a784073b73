import ObjectGraph
import ObjectGraphSQL

/// Changes of tables.
extension PostgresDialect {
    /// Digits of floating-point numbers, dates and JSON are written in Swift, as in every store.
    func widened(
        _ column: String, from type: AttributeType, to wider: AttributeType
    ) -> String? {
        switch (type.widening(to: wider), wider) {
        case (.asIs, .string) where type == .uuid: "upper(\(column)::text)"
        case (.asIs, .string) where type == .decimal: "trim_scale(\(column))::text"
        case (.asIs, _): column
        case (.number, _): "\(column)::double precision"
        case (.digits, .decimal): "\(column)::numeric"
        case (.digits, _), (.text(.boolean), _): "\(column)::text"
        case (.bytes, _): "convert_to(\(column), 'UTF8')"
        case (.decimal, _), (.text, _), (.list, _), (.json, _), (nil, _): nil
        }
    }

    /// The server has named the key after the table.
    func renaming(table name: String, to other: String) -> [String] {
        [
            "ALTER TABLE \(name.quotedName) RENAME TO \(other.quotedName)",
            "ALTER INDEX IF EXISTS \(self.name(name + "_pkey").quotedName) "
                + "RENAME TO \(self.name(other + "_pkey").quotedName)",
        ]
    }

    func renaming(index name: String, to other: String) -> String? {
        "ALTER INDEX IF EXISTS \(name.quotedName) RENAME TO \(other.quotedName)"
    }

    /// The server keeps the default of a new column for the rows that are there, also when the
    /// column no longer has one.
    func addition(
        of column: String, _ declaration: String, to table: String, filledWith value: Value
    ) -> [String] {
        guard let literal = literal(value) else {
            return ["ALTER TABLE \(table) ADD COLUMN \(declaration)"]
        }
        return [
            "ALTER TABLE \(table) ADD COLUMN \(declaration) DEFAULT \(literal)",
            "ALTER TABLE \(table) ALTER COLUMN \(column) DROP DEFAULT",
        ]
    }

    /// Returns an SQL literal with the column's type; `nil` for `null`.
    private func literal(_ value: Value) -> String? {
        switch value {
        case .null: nil
        case .boolean(let flag): constant(flag)
        case .integer(let number): "'\(number)'"
        case .double(let number): "'\(number)'"
        case .decimal, .uuid: value.storedText?.quotedText
        case .string(let text): TextCode.coded(text).quotedText
        case .date(let instant): instant.sortableText.quotedText
        case .data(let bytes): "'\\x\(bytes.map(hexadecimal).joined())'"
        case .array, .dictionary: ValueJSON.text(value).quotedText
        }
    }

    private func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}
