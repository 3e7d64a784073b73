/// UTF-8 validation that locates the first invalid byte.
enum UTF8Check {
    /// Returns the offset of the first invalid byte, or `nil` if all are valid.
    static func firstInvalid(in bytes: some Sequence<UInt8>) -> Int? {
        var parser = UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var offset = 0
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let scalar): offset += scalar.count
            case .error: return offset
            case .emptyInput: return nil
            }
        }
    }
}
