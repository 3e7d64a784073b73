package import ObjectGraph
package import ObjectGraphSQL

/// Values of columns in their stored form.
extension CellBuffer {
    /// Appends a value of a column's kind, or `NULL` for `null` and values of a different kind.
    ///
    /// - Returns: Whether the value is of the kind.
    @discardableResult
    package mutating func append(_ value: Value, _ kind: StoreColumn.Kind) -> Bool {
        switch (kind, value) {
        case (_, .null): appendNull()
        case (.boolean, .boolean(let flag)): append(flag)
        case (.integer, .integer(let number)): append(number)
        case (.double, .double(let number)): append(number)
        case (.text, .string(let text)): append(text)
        case (.date, .date(let instant)): append(instant.sortableText)
        case (.data, .data(let bytes)): append(data: bytes)
        case (.decimal, .decimal):
            guard let text = value.storedText else {
                appendNull()
                break
            }
            append(numeric: text)
        case (.uuid, .uuid):
            guard let words = value.uuidWords else {
                appendNull()
                break
            }
            append(uuid: words.high, words.low)
        case (.json, .array), (.json, .dictionary): append(ValueJSON.text(value))
        default:
            appendNull()
            return false
        }
        return true
    }

    /// Appends the value of a row's slot, without creating a string for a text in a block.
    @discardableResult
    package mutating func append(_ row: Row, _ slot: Int, _ kind: StoreColumn.Kind) -> Bool {
        guard let (block, cell) = row.cell(slot), cell.isTextOrList else {
            return append(row[slot], kind)
        }
        guard kind == (cell.isText ? .text : .json) else {
            appendNull()
            return false
        }
        unsafe block.withText(of: cell) { unsafe append(text: UnsafeRawBufferPointer($0)) }
        return true
    }
}
