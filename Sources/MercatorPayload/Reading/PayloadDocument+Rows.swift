extension PayloadDocument {
    /// Returns the document with the rows of its array as objects, whose keys are the columns.
    ///
    /// Values keep their bytes, and so their locations. Elements that are no arrays, or whose
    /// number of values differs from the number of columns, are unchanged.
    ///
    /// - Parameters:
    ///   - columns: The names of the columns.
    ///   - skipped: The number of elements at the start that are left out, such as a header.
    /// - Returns: The document; it is unchanged if its top-level value is no array.
    /// - Complexity: O(words and bytes of the tape).
    package func namingRows(by columns: [String], dropping skipped: Int = 0) -> PayloadDocument {
        guard tape.isArray(at: 0) else { return self }
        return PayloadDocument(tape: tape.namingRows(by: columns, dropping: skipped))
    }
}

extension PayloadTape {
    fileprivate func namingRows(by columns: [String], dropping skipped: Int) -> PayloadTape {
        var result = PayloadTape(words: [words[0], 0], bytes: bytes)
        result.words.reserveCapacity(words.count + columns.count * count(at: 0))
        let keys = columns.map { column in
            let offset = result.bytes.count
            result.bytes.append(contentsOf: column.utf8)
            return TapeWord.make(
                .string, length: result.bytes.count - offset, offset: offset)
        }
        var element = firstChild(of: 0)
        for index in 0..<count(at: 0) {
            if index >= skipped { result.append(element, of: self, naming: keys) }
            element = next(after: element)
        }
        result.words[1] = TapeWord.makeExtent(
            end: result.words.count, count: max(0, count(at: 0) - skipped))
        return result
    }

    /// Appends an element of another tape over the same bytes; if it is a row, as an object.
    private mutating func append(_ element: Int, of other: PayloadTape, naming keys: [UInt64]) {
        guard other.isArray(at: element), other.count(at: element) == keys.count else {
            return copy(element, of: other)
        }
        let start = words.count
        words.append(TapeWord.make(.object, length: 0, offset: other.byteOffset(at: element)))
        words.append(0)
        var value = other.firstChild(of: element)
        for key in keys {
            words.append(key)
            copy(value, of: other)
            value = other.next(after: value)
        }
        words[start + 1] = TapeWord.makeExtent(end: words.count, count: keys.count)
    }

    /// Copies the words of a value of another tape over the same bytes to the end.
    private mutating func copy(_ start: Int, of other: PayloadTape) {
        let shift = words.count - start
        let end = other.next(after: start)
        words += other.words[start..<end]
        var position = start
        while position < end {
            guard other.isContainer(at: position) else {
                position += 1
                continue
            }
            words[position + shift + 1] = TapeWord.makeExtent(
                end: other.end(of: position) + shift, count: other.count(at: position))
            position += 2
        }
    }
}
