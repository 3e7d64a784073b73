import MercatorPayload
import ObjectGraph

/// Conversions of strings to bytes, UUIDs and URLs.
enum TextConversion {
    static func value(_ text: ArraySlice<UInt8>, as type: AttributeType) -> Value? {
        switch type {
        case .data: Base64.standard.bytes(of: text).map(Value.data)
        case .uuid: Value(uuid: text)
        // As for dates, the empty string is read as nil.
        default: text.isEmpty ? .some(.null) : Value(url: text)
        }
    }
}
