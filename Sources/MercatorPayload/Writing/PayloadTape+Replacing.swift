/// A member of an object that replaces another object.
package struct ReplacementMember: Sendable, Hashable {
    /// The key, without escapes.
    package let key: String
    /// The origin of the value.
    package let source: Source

    /// The origin of a value.
    package enum Source: Sendable, Hashable {
        /// A member of the replaced object, or of an object nested in it.
        ///
        /// It is a path of indices; each index counts distinct members.
        case member([Int])
        /// A value from outside the payload.
        case node(PayloadNode)
    }

    /// Creates a member from a key and the origin of its value.
    package init(_ key: String, _ source: Source) {
        self.key = key
        self.source = source
    }
}

extension PayloadTape {
    /// Appends an object that replaces an existing object.
    ///
    /// The object, and members that originate from the replaced object, refer to its bytes and so
    /// report its locations.
    ///
    /// - Parameters:
    ///   - object: The tape index of the replaced object.
    ///   - members: The members, with distinct keys.
    /// - Returns: The tape index of the new object.
    /// - Complexity: O(words of the members).
    package mutating func appendObject(
        insteadOf object: Int, _ members: [ReplacementMember]
    ) -> Int {
        let start = words.count
        let firstByte = bytes.count
        words.append(TapeWord.make(.object, length: 0, offset: byteOffset(at: object)))
        words.append(0)
        // Caches the members of each object, so that they are listed only once.
        var known: [Int: [Int]] = [:]
        for member in members {
            switch member.source {
            case .member(let path):
                var value = object
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
        // An empty container at the end takes no bytes; the next appended value must have a
        // larger offset.
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
