extension PayloadTape {
    /// Returns the raw value of the ``TapeWord/Tag``, for functions inlined into other targets.
    @inlinable
    package func tag(at position: Int) -> UInt64 { words[position] >> 60 }

    /// Returns the kind of a value; a key is a string.
    ///
    /// To test for a single kind, prefer its dedicated function: one comparison, always inlined.
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

    /// Tests whether the value is an array or an object.
    @inlinable
    package func isContainer(at position: Int) -> Bool { tag(at: position) >= 7 }

    /// Tests whether the value is `null`.
    @inlinable
    package func isNull(at position: Int) -> Bool { tag(at: position) == 0 }

    /// Tests whether the value is a number.
    @inlinable
    package func isNumber(at position: Int) -> Bool { tag(at: position) &- 3 < 2 }

    /// Tests whether the value is a string.
    @inlinable
    package func isString(at position: Int) -> Bool { tag(at: position) &- 5 < 2 }

    /// Tests whether the value is an array.
    @inlinable
    package func isArray(at position: Int) -> Bool { tag(at: position) == 7 }

    /// Tests whether the value is an object.
    @inlinable
    package func isObject(at position: Int) -> Bool { tag(at: position) == 8 }

    /// Returns the tape index after a value and everything in it.
    ///
    /// After a key, this is the index of its value.
    @inlinable
    package func next(after position: Int) -> Int {
        isContainer(at: position) ? end(of: position) : position + 1
    }

    /// Returns the tape index of the first element or first key of a container.
    ///
    /// Equals ``end(of:)`` if the container is empty.
    @inlinable
    package func firstChild(of position: Int) -> Int { position + 2 }

    /// Returns the tape index after the last value of a container.
    @inlinable
    package func end(of position: Int) -> Int {
        Int(truncatingIfNeeded: words[position + 1] & 0xFFFF_FFFF)
    }

    /// Returns the number of elements or members, including duplicate keys; zero for scalars.
    @inlinable
    package func count(at position: Int) -> Int {
        isContainer(at: position) ? Int(truncatingIfNeeded: words[position + 1] >> 32) : 0
    }

    /// Returns the byte offset of a value; a string begins after its quotation mark.
    @inlinable
    package func byteOffset(at position: Int) -> Int {
        Int(truncatingIfNeeded: words[position] & 0xFFFF_FFFF)
    }

    /// Returns the tape index of the last member with a key, or `nil`.
    ///
    /// Compares every key, because the last match wins; most keys already differ in length.
    /// - Complexity: O(members), independent of their values.
    @inlinable
    package func find(_ key: [UInt8], inObjectAt position: Int) -> Int? {
        guard isObject(at: position) else { return nil }
        var found: Int?
        var member = firstChild(of: position)
        let end = end(of: position)
        while member < end {
            if keyMatches(at: member, key) { found = member + 1 }
            member = next(after: member + 1)
        }
        return found
    }
}
