/// Values added to the tape after the payload.
///
/// Appended values are copies of words over the same bytes, so the parts of a value assembled by a
/// path still report their original locations.
extension PayloadTape {
    /// Appends the result of a path, unless it is a value on the tape already.
    ///
    /// - Returns: The tape index, or `nil` if the result is absent or a mismatch.
    /// - Complexity: O(words copied); additionally O(tape) if the storage is shared.
    package mutating func append(_ result: PayloadPathResult) -> Int? {
        switch result {
        case .absent, .mismatch: nil
        case .value(let position): position
        case .number(let number, _): append(.number(number.plainText))
        case .list(let elements, let origin): append(elements, origin: origin)
        }
    }

    private mutating func append(_ elements: [PayloadPathResult], origin: Int) -> Int {
        let start = words.count
        words.append(TapeWord.make(.array, length: 0, offset: byteOffset(at: origin)))
        words.append(0)
        for element in elements {
            switch element {
            case .absent, .mismatch: append(.null, "null")
            case .value(let position): copy(position)
            case .number(let number, _): _ = append(.number(number.plainText))
            case .list(let inner, let array): _ = append(inner, origin: array)
            }
        }
        words[start + 1] = TapeWord.makeExtent(end: words.count, count: elements.count)
        return start
    }

    /// Copies the words of a value to the end.
    mutating func copy(_ start: Int) {
        let end = next(after: start)
        let shift = words.count - start
        // Capacity is not reserved: exact reservations would reallocate the array for every copy.
        var position = start
        while position < end {
            words.append(words[position])
            guard isContainer(at: position) else {
                position += 1
                continue
            }
            words.append(
                TapeWord.makeExtent(
                    end: self.end(of: position) + shift, count: count(at: position)))
            position += 2
        }
    }

    /// Appends a single-member object for each distinct key of an object.
    ///
    /// The last of several members with the same key counts.
    ///
    /// - Returns: The tape indices of the objects.
    /// - Complexity: O(words of the object).
    package mutating func appendEntries(ofObjectAt position: Int) -> [Int] {
        distinctMembers(of: position).map { appendEntry(of: $0.value) }
    }

    private mutating func appendEntry(of value: Int) -> Int {
        let start = words.count
        let key = words[value - 1]
        words.append(TapeWord.make(.object, length: 0, offset: byteOffset(at: value)))
        words.append(0)
        words.append(key)
        copy(value)
        words[start + 1] = TapeWord.makeExtent(end: words.count, count: 1)
        return start
    }

    /// Returns the tape index in the payload that an appended value was copied from.
    ///
    /// For a key, this is the index of its value.
    ///
    /// - Parameters:
    ///   - position: A tape index.
    ///   - size: The number of words and bytes of the tape before anything was appended.
    /// - Returns: The tape index, or `nil` if the value was not copied.
    /// - Complexity: O(siblings visited). Intended for messages.
    package func origin(of position: Int, before size: (words: Int, bytes: Int)) -> Int? {
        guard position >= size.words else { return position }
        let offset = byteOffset(at: position)
        guard offset < size.bytes else { return nil }
        var found = 0
        while byteOffset(at: found) < offset, isContainer(at: found), count(at: found) > 0 {
            let step = isArray(at: found) ? 0 : 1
            var child = firstChild(of: found) + step
            while true {
                let next = next(after: child) + step
                // A member begins with its key.
                guard next < end(of: found), byteOffset(at: next - step) <= offset else { break }
                child = next
            }
            found = child
        }
        return found
    }

    /// Appends a value from outside the payload.
    ///
    /// - Returns: The tape index.
    package mutating func append(_ node: PayloadNode) -> Int {
        let start = words.count
        switch node {
        case .null: append(.null, "null")
        case .boolean(let flag): append(flag ? .true : .false, flag ? "true" : "false")
        case .number(let text):
            let isWhole = text.utf8.allSatisfy { $0 &- Byte.zero <= 9 || $0 == Byte.minus }
            append(isWhole ? .integer : .fractional, text)
        case .string(let text): append(.string, text)
        case .array(let elements):
            words.append(TapeWord.make(.array, length: 0, offset: bytes.count))
            words.append(0)
            for element in elements { _ = append(element) }
            words[start + 1] = TapeWord.makeExtent(end: words.count, count: elements.count)
        case .object(let members):
            words.append(TapeWord.make(.object, length: 0, offset: bytes.count))
            words.append(0)
            for member in members {
                append(.string, member.key)
                _ = append(member.value)
            }
            words[start + 1] = TapeWord.makeExtent(end: words.count, count: members.count)
        }
        return start
    }

    mutating func append(_ tag: TapeWord.Tag, _ text: String) {
        let offset = bytes.count
        bytes.append(contentsOf: text.utf8)
        words.append(TapeWord.make(tag, length: bytes.count - offset, offset: offset))
    }
}
