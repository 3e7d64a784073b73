import EntityMapper
import ObjectGraph
import Payload
import ValueTransforms

/// A date in one of the three formats of HTTP.
///
/// Source: RFC 9110, section 5.6.7.
enum HTTPDate {
    /// Returns the time of a date; `nil` for invalid text.
    static func timestamp(_ text: String) -> Timestamp? {
        guard let document = try? PayloadDocument(writing: .string(text)) else { return nil }
        for transform in [ValueTransform.httpDate, .rfc850Date, .asctimeDate] {
            let conversion = Conversion(type: .date, transform: transform)
            if case .value(.date(let date)) = conversion.convert(document, at: 0) { return date }
        }
        return nil
    }
}
