/// One member of an object that takes the place of another object.
package struct ReplacementMember: Sendable, Hashable {
    /// The key, without escapes.
    package let key: String
    /// Where the value comes from.
    package let source: Source

    /// Where a value comes from.
    package enum Source: Sendable, Hashable {
        /// A member of the other object, or of an object in it: the way to it in numbers, each among
        /// the distinct members.
        case member([Int])
        /// Nowhere in the payload.
        case node(PayloadNode)
    }

    /// Pairs a key with where its value comes from.
    package init(_ key: String, _ source: Source) {
        self.key = key
        self.source = source
    }
}

extension PayloadTape {
    /// Appends an object that takes the place of another one.
    ///
    /// Its members are copies of words, as far as they come from the other object, so that they still
    /// tell where in the payload they are. So does the object itself.
    ///
    /// - Parameters:
    ///   - place: The other object.
    ///   - members: The members, each key once.
    /// - Returns: The place of the new object.
    /// - Complexity: O(words of the members).
    package mutating func appendObject(
        insteadOf place: Int, _ members: [ReplacementMember]
    ) -> Int {
        let start = words.count
        let firstByte = bytes.count
        words.append(TapeWord.make(.object, length: 0, offset: byteOffset(at: place)))
        words.append(0)
        // An object with many members is listed once, not for each of them.
        var known: [Int: [Int]] = [:]
        for member in members {
            switch member.source {
            case .member(let path):
                var value = place
                for index in path {
                    let values = known[value] ?? distinctMembers(of: value).map(\.value)
                    known[value] = values
                    value = values[index]
                }
                append(key: member.key, like: value - 1)
                copy(value)
            case .node(let node):
                append(.string, member.key)
                _ = append(node)
            }
        }
        words[start + 1] = TapeWord.makeExtent(end: words.count, count: members.count)
        // An empty container at the end takes no byte; what is appended next must begin behind it.
        if bytes.count > firstByte || members.contains(where: \.isMade) { bytes.append(Byte.comma) }
        return start
    }

    private mutating func append(key: String, like old: Int) {
        if keyMatches(at: old, Array(key.utf8)) {
            words.append(words[old])
        } else {
            append(.string, key)
        }
    }
}

extension ReplacementMember {
    fileprivate var isMade: Bool {
        if case .node = source { true } else { false }
    }
}
