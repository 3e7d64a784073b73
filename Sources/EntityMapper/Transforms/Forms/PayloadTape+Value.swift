import MercatorPayload
import ObjectGraph

extension PayloadTape {
    /// Returns a value with all its contents in the stored form of arrays and dictionaries.
    ///
    /// Numbers without a fraction that fit 64 bits become integers, all others doubles.
    ///
    /// - Parameters:
    ///   - position: The tape index of the value.
    ///   - level: The nesting level of the value; the array of an attribute is at level 1.
    /// - Returns: The value.
    /// - Throws: ``TypeMismatch`` for a number beyond the largest double, for distinct keys of one
    ///   object that are equal as keys of a dictionary, and for values that are nested too deeply.
    func json(at position: Int, level: Int = 1) throws(TypeMismatch) -> Value {
        switch kind(at: position) {
        case .null: return .null
        case .boolean: return .boolean(boolean(at: position) ?? false)
        case .string: return .string(string(at: position))
        case .number:
            if isInteger(at: position), let number = int64(at: position) { return .integer(number) }
            guard let number = double(at: position) else {
                throw TypeMismatch(
                    position: position, expected: "number of 64 bits",
                    found: "number that is not one")
            }
            return .double(number + 0)
        case .array:
            try checkLevel(level, at: position)
            var elements: [Value] = []
            elements.reserveCapacity(count(at: position))
            var child = firstChild(of: position)
            while child < end(of: position) {
                elements.append(try json(at: child, level: level + 1))
                child = next(after: child)
            }
            return .array(elements)
        case .object:
            try checkLevel(level, at: position)
            var members = MemberTable()
            var child = firstChild(of: position)
            while child < end(of: position) {
                let member = try json(at: child + 1, level: level + 1)
                try members.set(member, string(at: child), at: child + 1)
                child = next(after: child + 1)
            }
            return .dictionary(members.members)
        }
    }

    private func checkLevel(_ level: Int, at position: Int) throws(TypeMismatch) {
        guard level > Value.nestingLimit else { return }
        let (expected, found) = Value.ContentFault.depth.words
        throw TypeMismatch(position: position, expected: expected, found: found)
    }
}

/// The members of a dictionary while it is being read.
///
/// The last of several values for a key is kept.
struct MemberTable {
    private(set) var members: [String: Value] = [:]

    /// Sets a member.
    ///
    /// - Throws: ``TypeMismatch`` if the dictionary contains an equal key that is spelled with
    ///   different bytes.
    mutating func set(_ value: Value, _ key: String, at position: Int) throws(TypeMismatch) {
        guard members.updateValue(value, forKey: key) != nil else { return }
        guard let index = members.index(forKey: key), !members[index].key.hasSameBytes(as: key)
        else { return }
        throw TypeMismatch(
            position: position,
            expected: "keys that differ in more than how characters are composed",
            found: "another spelling of a key")
    }
}
