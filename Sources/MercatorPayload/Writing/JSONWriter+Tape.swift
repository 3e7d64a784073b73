extension JSONWriter {
    /// A member of an object, by tape indices.
    private typealias TapeMember = (key: Int, value: Int)

    /// A container that is being written, and the position of its next value.
    private struct OpenContainer {
        let isObject: Bool
        /// The members of an object; empty for arrays, which are iterated on the tape.
        let members: [TapeMember]
        var index = 0
        var position: Int
        let end: Int

        /// Returns the next member, or the next element as both key and value.
        mutating func next(on tape: PayloadTape) -> TapeMember? {
            if isObject {
                guard index < members.count else { return nil }
                defer { index += 1 }
                return members[index]
            }
            guard position < end else { return nil }
            defer { position = tape.next(after: position) }
            return (key: position, value: position)
        }
    }

    /// Writes a value of a tape including nested values.
    ///
    /// Uses an explicit stack, so the depth is not limited by the call stack.
    mutating func write(_ position: Int, of tape: PayloadTape) {
        var enclosing: [OpenContainer] = []
        begin(position, of: tape, &enclosing)
        while let isObject = enclosing.last?.isObject {
            guard let member = enclosing[enclosing.count - 1].next(on: tape) else {
                close(isObject: isObject)
                enclosing.removeLast()
                continue
            }
            if isObject { writeKey(tape.text(at: member.key)) }
            begin(member.value, of: tape, &enclosing)
        }
    }

    /// Writes a scalar, or the beginning of a container.
    private mutating func begin(
        _ position: Int, of tape: PayloadTape, _ enclosing: inout [OpenContainer]
    ) {
        if tape.isContainer(at: position) {
            let isObject = tape.isObject(at: position)
            open(isObject: isObject)
            enclosing.append(
                OpenContainer(
                    isObject: isObject, members: isObject ? members(of: position, tape) : [],
                    position: tape.firstChild(of: position), end: tape.end(of: position)))
        } else if tape.isString(at: position) {
            writeString(tape.text(at: position))
        } else {
            writeVerbatim(tape.bytes[tape.textRange(at: position)])
        }
    }

    private func members(of object: Int, _ tape: PayloadTape) -> [TapeMember] {
        let members = tape.distinctMembers(of: object)
        guard options.sortedKeys else { return members }
        return members.sorted {
            tape.text(at: $0.key).lexicographicallyPrecedes(tape.text(at: $1.key))
        }
    }
}

extension PayloadTape {
    /// Returns the members of an object with distinct keys.
    ///
    /// For a repeated key, the last value is at the first position.
    ///
    /// - Complexity: O(members).
    package func distinctMembers(of object: Int) -> [(key: Int, value: Int)] {
        var members: [(key: Int, value: Int)] = []
        var indices: [ArraySlice<UInt8>: Int] = [:]
        members.reserveCapacity(count(at: object))
        indices.reserveCapacity(count(at: object))
        var key = firstChild(of: object)
        let end = end(of: object)
        while key < end {
            let member = (key: key, value: key + 1)
            if let index = indices[text(at: key)] {
                members[index] = member
            } else {
                indices[text(at: key)] = members.count
                members.append(member)
            }
            key = next(after: key + 1)
        }
        return members
    }
}
