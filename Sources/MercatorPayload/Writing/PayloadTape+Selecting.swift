/// A part of a value: some members of an object, or some elements of an array.
package indirect enum PayloadSelection: Sendable {
    /// The value with all its contents.
    case whole
    /// The members at the given tape indices of keys.
    case members([(key: Int, PayloadSelection)])
    /// The parts of all elements of an array, with `null` where nothing is selected.
    case elements([PayloadSelection?])
}

extension PayloadTape {
    /// Appends a part of a value.
    ///
    /// - Returns: The tape index.
    /// - Complexity: O(words of the part).
    package mutating func append(_ selection: PayloadSelection, of position: Int) -> Int {
        let start = words.count
        switch selection {
        case .whole: copy(position)
        case .members(let members):
            words.append(TapeWord.make(.object, length: 0, offset: byteOffset(at: position)))
            words.append(0)
            for (key, part) in members {
                words.append(words[key])
                _ = append(part, of: key + 1)
            }
            words[start + 1] = TapeWord.makeExtent(end: words.count, count: members.count)
        case .elements(let parts):
            words.append(TapeWord.make(.array, length: 0, offset: byteOffset(at: position)))
            words.append(0)
            var element = firstChild(of: position)
            for part in parts {
                if let part { _ = append(part, of: element) } else { append(.null, "null") }
                element = next(after: element)
            }
            words[start + 1] = TapeWord.makeExtent(end: words.count, count: parts.count)
        }
        return start
    }
}
