import Payload

extension PayloadTape {
    /// Returns the kind of the value at a tape index, as used in messages.
    package func word(at place: Int) -> String {
        switch kind(at: place) {
        case .null: "null"
        case .boolean: "boolean"
        case .number: "number"
        case .string: "text"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// Returns the byte offset of a value, including the opening quotation mark of a string.
    package func startOffset(at place: Int) -> Int {
        let offset = byteOffset(at: place)
        return kind(at: place) == .string ? offset - 1 : offset
    }

    /// Returns the path from the top to a tape index, such as `data.articles[3].id`.
    ///
    /// - Complexity: O(siblings along the path). Intended for messages.
    package func path(to target: Int) -> String {
        var path = ""
        var place = 0
        while place != target, isContainer(at: place) {
            let isArray = kind(at: place) == .array
            var child = firstChild(of: place)
            var index = 0
            // The child that contains the target is the last one that starts before it.
            while true {
                let value = isArray ? child : child + 1
                let next = next(after: value)
                if target < next || next >= end(of: place) {
                    path += isArray ? "[\(index)]" : step(at: child, after: path)
                    place = value
                    break
                }
                child = next
                index += 1
            }
        }
        return path
    }

    private func step(at key: Int, after path: String) -> String {
        let step = PayloadPath([.key(string(at: key))]).description
        return path.isEmpty ? step : "." + step
    }
}
