import MercatorPayload
import ObjectGraph

/// Arrays of any values, whose elements may be foreign keys.
extension ShapeReader {
    /// Reads an array whose elements may have any type.
    func array(at position: Int) throws(TypeMismatch) -> Value {
        guard !keyTypes.isEmpty else { return try tape.json(at: position) }
        var elements: [Value] = []
        elements.reserveCapacity(tape.count(at: position))
        var next = tape.firstChild(of: position)
        while next < tape.end(of: position) {
            elements.append(try json(at: next, level: 2))
            next = tape.next(after: next)
        }
        return .array(elements)
    }

    /// Reads a value of any type in its stored form; a number with a fraction becomes a double.
    ///
    /// If an element is a foreign key, and the double would be a different key than the number, its
    /// digits are kept as a string: `1.10` is a different text than `1.1`.
    func json(at position: Int, level: Int) throws(TypeMismatch) -> Value {
        guard level == 2, !keyTypes.isEmpty, tape.isNumber(at: position) else {
            return try tape.json(at: position, level: level)
        }
        // An integer has a unique spelling, except for -0.
        if tape.isInteger(at: position), let number = tape.int64(at: position),
            number != 0 || tape.textLength(at: position) == 1
        {
            return .integer(number)
        }
        let number = try? tape.json(at: position, level: level)
        let digits = Value.string(tape.string(at: position))
        for type in keyTypes {
            let key = StandardForm.value(tape, position, as: type)
            guard key != number.flatMap({ ElementKeys([$0], for: type).fitting.first }) else {
                continue
            }
            if key == ElementKeys([digits], for: type).fitting.first { return digits }
        }
        return try tape.json(at: position, level: level)
    }
}
