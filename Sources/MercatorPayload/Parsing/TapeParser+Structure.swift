extension TapeParser {
    /// Parses until the top-level value is complete or the room is exhausted.
    ///
    /// Parsing spends its time in this loop. It is a single function, so its state stays in
    /// registers. Divided into reading keys, values and ends, with the position as `inout`, it
    /// executes 38 % more instructions (measured with callgrind). The functions it calls take an
    /// offset and return a word or an offset.
    ///
    /// - Returns: The position reached; at depth zero, it is after the top-level value.
    func parse(from position: Position, _ room: TapeRoom) throws(ParseFault) -> Position {
        var (offset, length, depth) = (position.offset, position.length, position.depth)
        var container = position.container
        var byte = scanner.byte(at: offset)
        values: while true {
            // Each iteration writes at most a key and the two words of a container.
            guard length <= room.capacity &- 3 else { break }
            if container.count >= limits.elementsPerContainer, depth > 0 {
                throw fault(.tooManyElements, at: offset)
            }
            container.count &+= 1
            var isKey = container.closing == Byte.closingBrace
            guard !isKey || byte == Byte.quotationMark else {
                throw fault(.expectedKey, at: offset)
            }
            // Reads a key, and the value if it is a string as well. Handling both at one call site
            // allows the compiler to inline the search for the closing quotation mark.
            while byte == Byte.quotationMark {
                var string = plainStringWord(at: offset)
                if string == 0 { string = try stringWord(at: offset) }
                room.write(string, at: length)
                length &+= 1
                offset &+= TapeWord.textLength(string) &+ 2
                guard isKey else { break }
                isKey = false
                if scanner.byte(at: offset) != Byte.colon {
                    offset = scanner.tokenStart(from: offset)
                    guard scanner.byte(at: offset) == Byte.colon else {
                        throw fault(.expectedColon, at: offset)
                    }
                }
                offset = scanner.tokenStart(from: offset &+ 1)
                byte = scanner.byte(at: offset)
            }
            if byte == Byte.openingBrace || byte == Byte.openingBracket {
                guard depth < limits.nestingDepth else { throw fault(.nestingTooDeep, at: offset) }
                open(&container, byte, at: length, room, offset)
                length &+= 2
                depth &+= 1
                offset = scanner.tokenStart(from: offset &+ 1)
                byte = scanner.byte(at: offset)
                if byte != container.closing { continue }
            } else if byte != Byte.quotationMark {
                var scalar = plainIntegerWord(byte, at: offset)
                if scalar == 0 { scalar = try scalarWord(byte, at: offset) }
                room.write(scalar, at: length)
                length &+= 1
                offset &+= TapeWord.textLength(scalar)
            }
            // After a value: a comma, or the ends of one or more containers.
            while depth > 0 {
                byte = scanner.byte(at: offset)
                if byte <= 0x20 {
                    offset = scanner.tokenStart(from: offset)
                    byte = scanner.byte(at: offset)
                }
                if byte == Byte.comma {
                    offset = scanner.tokenStart(from: offset &+ 1)
                    byte = scanner.byte(at: offset)
                    if byte != container.closing { continue values }
                    guard allowsTrailingComma else { throw fault(.trailingComma, at: offset) }
                } else if byte != container.closing {
                    let isObject = container.closing == Byte.closingBrace
                    throw fault(isObject ? .expectedObjectEnd : .expectedArrayEnd, at: offset)
                }
                if keysMustDiffer, container.closing == Byte.closingBrace {
                    try checkKeys(ofObjectAt: container.index, to: length, room)
                }
                close(&container, at: length, room)
                depth &-= 1
                offset &+= 1
            }
            break
        }
        return Position(offset: offset, length: length, container: container, depth: depth)
    }

    /// Writes the two words of a container and saves the enclosing container in the second.
    private func open(
        _ container: inout OpenContainer, _ byte: UInt8, at length: Int, _ room: TapeRoom,
        _ offset: Int
    ) {
        let isObject = byte == Byte.openingBrace
        room.write(
            TapeWord.make(isObject ? .object : .array, length: 0, offset: offset), at: length)
        room.write(
            TapeWord.makeExtent(end: container.index, count: container.count), at: length &+ 1)
        container = OpenContainer(
            index: length, count: 0,
            closing: isObject ? Byte.closingBrace : Byte.closingBracket)
    }

    /// Writes the end and the count of a container, and restores the enclosing container.
    private func close(_ container: inout OpenContainer, at length: Int, _ room: TapeRoom) {
        let outer = room.word(at: container.index &+ 1)
        room.write(
            TapeWord.makeExtent(end: length, count: container.count), at: container.index &+ 1)
        let index = TapeWord.end(inExtent: outer)
        let isObject = TapeWord.isObject(room.word(at: index))
        container = OpenContainer(
            index: index, count: TapeWord.count(inExtent: outer),
            closing: isObject ? Byte.closingBrace : Byte.closingBracket)
    }
}
