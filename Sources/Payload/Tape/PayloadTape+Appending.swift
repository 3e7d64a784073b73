/// Values that are not in the payload, behind those that are.
///
/// What is appended are copies of words over the same bytes, so a value that a path brought together
/// still tells where in the payload it came from.
extension PayloadTape {
    /// Appends what a path found, unless it is a place already.
    ///
    /// - Returns: Its place; `nil` if nothing was found, or if it does not fit.
    /// - Complexity: O(words copied); the first time O(tape) if somebody else has it too.
    package mutating func append(_ result: PayloadPathResult) -> Int? {
        switch result {
        case .absent, .mismatch: nil
        case .place(let place): place
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
            case .place(let place): copy(place)
            case .number(let number, _): _ = append(.number(number.plainText))
            case .list(let inner, let place): _ = append(inner, origin: place)
            }
        }
        words[start + 1] = TapeWord.makeExtent(end: words.count, count: elements.count)
        return start
    }

    /// Copies the words of a value to the end.
    mutating func copy(_ place: Int) {
        let end = next(after: place)
        let shift = words.count - place
        // Nothing is reserved: room for exactly one more copy each time would mean to move them all.
        var position = place
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

    /// Appends an object with one member for each member of an object; of those with one key the last
    /// counts.
    ///
    /// - Returns: The places of the objects.
    /// - Complexity: O(words of the object).
    package mutating func appendEntries(ofObjectAt place: Int) -> [Int] {
        distinctMembers(of: place).map { appendEntry(of: $0.value) }
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

    /// The place in the payload itself that something at the end was copied from.
    ///
    /// - Parameters:
    ///   - place: Any place.
    ///   - size: How many words and bytes the tape had before anything was appended.
    /// - Returns: The place; `nil` if what is there was not copied.
    /// - Complexity: O(siblings on the way). Meant for messages.
    package func origin(of place: Int, before size: (words: Int, bytes: Int)) -> Int? {
        guard place >= size.words else { return place }
        let offset = byteOffset(at: place)
        guard offset < size.bytes else { return nil }
        var found = 0
        while byteOffset(at: found) < offset, isContainer(at: found), count(at: found) > 0 {
            let step = isArray(at: found) ? 0 : 1
            var child = firstChild(of: found) + step
            while true {
                let next = next(after: child) + step
                guard next < end(of: found), byteOffset(at: next) <= offset else { break }
                child = next
            }
            found = child
        }
        return found
    }

    /// Appends a value of another origin.
    ///
    /// - Returns: Its place.
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
