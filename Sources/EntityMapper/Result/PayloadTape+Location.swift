import MercatorPayload

extension PayloadTape {
    /// Returns the kind of the value at a tape index, as used in messages.
    package func word(at position: Int) -> String {
        switch kind(at: position) {
        case .null: "null"
        case .boolean: "boolean"
        case .number: "number"
        case .string: "text"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// Returns the byte offset of a value, including the opening quotation mark of a string.
    package func startOffset(at position: Int) -> Int {
        let offset = byteOffset(at: position)
        return kind(at: position) == .string ? offset - 1 : offset
    }

    /// Returns the path from the top to a tape index, such as `data.articles[3].id`.
    ///
    /// - Complexity: O(siblings along the path). Intended for messages.
    package func path(to target: Int) -> String {
        var path = ""
        var position = 0
        while position != target, isContainer(at: position) {
            let isArray = kind(at: position) == .array
            var child = firstChild(of: position)
            var index = 0
            // The target is in the last child that starts before it.
            while true {
                let value = isArray ? child : child + 1
                let next = next(after: value)
                if target < next || next >= end(of: position) {
                    path += isArray ? "[\(index)]" : step(at: child, after: path)
                    position = value
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
