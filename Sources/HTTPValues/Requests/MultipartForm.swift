/// The text around the parts of a body with the content type `multipart/form-data`.
///
/// In names, quotation marks and line breaks are replaced by `%22`, `%0D` and `%0A`.
///
/// Source: RFC 7578, section 4; RFC 2046, section 5.1.1; the HTML Standard of the WHATWG, section
/// "Multipart form data".
package struct MultipartForm: Sendable {
    /// The bytes after each content.
    package static let lineEnd = Array("\r\n".utf8)

    private let boundary: String

    /// Creates a form with a boundary of 128 random bits that no content in memory has.
    package init(
        around contents: [[UInt8]], using generator: inout some RandomNumberGenerator
    ) {
        while true {
            let numbers = (0..<2).map { _ in UInt64.random(in: .min ... .max, using: &generator) }
            let boundary = "mercator-" + numbers.map { String($0, radix: 16) }.joined()
            let bytes = Array(boundary.utf8)
            guard contents.contains(where: { $0.contains(bytes) }) else {
                self.boundary = boundary
                return
            }
        }
    }

    /// The content type of the body.
    package var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    /// Returns the bytes in front of a content.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - fileName: The name of the file; `nil` for a value.
    ///   - contentType: The content type of the part; `nil` for text in UTF-8.
    /// - Returns: The bytes.
    package func head(_ name: String, fileName: String?, contentType: String?) -> [UInt8] {
        var text =
            "--\(boundary)\r\n"
            + "Content-Disposition: form-data; name=\"\(Self.escaped(name))\""
        if let fileName { text += "; filename=\"\(Self.escaped(fileName))\"" }
        if let contentType { text += "\r\nContent-Type: \(contentType)" }
        return Array((text + "\r\n\r\n").utf8)
    }

    /// The bytes after the last part.
    package var end: [UInt8] { Array("--\(boundary)--\r\n".utf8) }

    private static func escaped(_ name: String) -> String {
        // By scalars, since a carriage return and a line feed are one character.
        name.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "%22"
            case "\r": "%0D"
            case "\n": "%0A"
            default: String(scalar)
            }
        }.joined()
    }
}
