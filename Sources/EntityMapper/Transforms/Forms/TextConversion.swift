import ObjectGraph

/// Reads bytes, identifiers and URLs from text.
enum TextConversion {
    static func value(_ text: ArraySlice<UInt8>, as type: AttributeType) -> Value? {
        switch type {
        case .data: bytes(base64: text).map(Value.data)
        case .uuid: Value(uuid: text)
        // As for dates, the empty text says that there is none.
        default: text.isEmpty ? .some(.null) : Value(url: text)
        }
    }
}
