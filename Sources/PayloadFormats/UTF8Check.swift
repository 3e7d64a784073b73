/// Where bytes stop being UTF-8.
enum UTF8Check {
    /// The text that bytes stand for, or `nil` where they are not UTF-8.
    static func text(_ bytes: some Sequence<UInt8>) -> String? {
        String(validating: bytes, as: UTF8.self)
    }

    /// How many bytes come before the first that belongs to no scalar, or `nil` where all do.
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
