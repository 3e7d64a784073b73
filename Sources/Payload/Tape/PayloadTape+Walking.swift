extension PayloadTape {
    /// What stands for a ``TapeWord/Tag`` in the functions that other targets inline.
    @inlinable
    package func tag(at position: Int) -> UInt64 { words[position] >> 60 }

    /// What kind of value is there; a key is a string.
    ///
    /// Where only one kind is of interest, ask for it: one comparison, always inlined.
    @inlinable
    package func kind(at position: Int) -> PayloadKind {
        switch tag(at: position) {
        case 0: .null
        case 1, 2: .boolean
        case 3, 4: .number
        case 5, 6: .string
        case 7: .array
        default: .object
        }
    }

    /// Whether an array or an object is there.
    @inlinable
    package func isContainer(at position: Int) -> Bool { tag(at: position) >= 7 }

    /// Whether the value is `null`.
    @inlinable
    package func isNull(at position: Int) -> Bool { tag(at: position) == 0 }

    /// Whether a number is there.
    @inlinable
    package func isNumber(at position: Int) -> Bool { tag(at: position) &- 3 < 2 }

    /// Whether a string is there.
    @inlinable
    package func isString(at position: Int) -> Bool { tag(at: position) &- 5 < 2 }

    /// Whether an array is there.
    @inlinable
    package func isArray(at position: Int) -> Bool { tag(at: position) == 7 }

    /// Whether an object is there.
    @inlinable
    package func isObject(at position: Int) -> Bool { tag(at: position) == 8 }

    /// The place behind a value, whatever it holds; behind a key, the place of its value.
    @inlinable
    package func next(after position: Int) -> Int {
        isContainer(at: position) ? end(of: position) : position + 1
    }

    /// The place of the first element, or of the first key, of a container.
    ///
    /// It equals ``end(of:)`` when the container is empty.
    @inlinable
    package func firstChild(of position: Int) -> Int { position + 2 }

    /// The place behind the last value of a container.
    @inlinable
    package func end(of position: Int) -> Int {
        Int(truncatingIfNeeded: words[position + 1] & 0xFFFF_FFFF)
    }

    /// How many elements or members a container has, repeated keys included; zero for scalars.
    @inlinable
    package func count(at position: Int) -> Int {
        isContainer(at: position) ? Int(truncatingIfNeeded: words[position + 1] >> 32) : 0
    }

    /// Where the value starts in the payload; a string starts behind its quotation mark.
    @inlinable
    package func byteOffset(at position: Int) -> Int {
        Int(truncatingIfNeeded: words[position] & 0xFFFF_FFFF)
    }

    /// The value of the last member with this key, or `nil`.
    ///
    /// Every key is looked at, because the last one wins; most differ in length already.
    /// - Complexity: O(members), whatever the members hold.
    @inlinable
    package func find(_ key: [UInt8], inObjectAt position: Int) -> Int? {
        guard isObject(at: position) else { return nil }
        var found: Int?
        var place = firstChild(of: position)
        let end = end(of: position)
        while place < end {
            if keyMatches(at: place, key) { found = place + 1 }
            place = next(after: place + 1)
        }
        return found
    }

    /// The value at the end of a path of keys, or `nil` where a step is missing or no object.
    ///
    /// The empty path is the value itself; a path with a problem, or with more than keys, never matches.
    package func find(_ path: PayloadPath, from position: Int) -> Int? {
        guard path.problem == nil, path.isPlain else { return nil }
        var place = position
        for component in path.components {
            guard let next = find(component.utf8, inObjectAt: place) else { return nil }
            place = next
        }
        return place
    }
}
