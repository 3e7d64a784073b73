import Payload

extension PayloadTape {
    /// What is at a place, in the words of messages.
    func word(at place: Int) -> String {
        switch kind(at: place) {
        case .null: "null"
        case .boolean: "boolean"
        case .number: "number"
        case .string: "text"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The byte where a value starts, the quotation mark of a text included.
    func startOffset(at place: Int) -> Int {
        let offset = byteOffset(at: place)
        return kind(at: place) == .string ? offset - 1 : offset
    }

    /// The way from the top to a place, such as `data.articles[3].id`.
    ///
    /// - Complexity: O(siblings on the way). Meant for messages.
    func path(to target: Int) -> String {
        var path = ""
        var place = 0
        while place != target, isContainer(at: place) {
            let isArray = kind(at: place) == .array
            var child = firstChild(of: place)
            var index = 0
            // The child whose words include the target is the last that starts before it.
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
