import HTTPValues
import RemoteGraph

/// Reads the lines of status and header fields, skipping responses with a status 1xx.
///
/// Source: RFC 9112, sections 4, 5 and 6.3.
struct ResponseHeadParser {
    private let limit: Int
    private var count = 0
    private var head: ResponseChannel.Head?
    /// Whether the final response has begun; lines after it are trailers, which are ignored.
    private(set) var isComplete = false

    /// Creates a parser with the maximum number of bytes of all lines.
    init(limit: Int) {
        self.limit = limit
    }

    /// Reads a line with its end; returns the first part of the response once it is complete.
    mutating func read(
        _ bytes: UnsafeRawBufferPointer
    ) throws(TransportError) -> ResponseChannel.Head? {
        count += bytes.count
        guard count <= limit else { throw Self.tooLarge(limit) }
        guard !isComplete else { return nil }
        var length = bytes.count
        while length > 0, case let last = unsafe bytes[length - 1], last == 10 || last == 13 {
            length -= 1
        }
        let text = unsafe Self.text(UnsafeRawBufferPointer(rebasing: bytes[..<length]))[...]
        guard head != nil, !text.isEmpty else { return try begin(or: text) }
        try readField(text)
        return nil
    }

    /// Returns a character for each byte, so that no byte is lost.
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        guard unsafe bytes.allSatisfy({ $0 < 0x80 }) else {
            return unsafe String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        }
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    /// Reads a status line, or the empty line at the end.
    private mutating func begin(or text: Substring) throws(TransportError) -> ResponseChannel.Head?
    {
        guard text.isEmpty else {
            head = try Self.statusLine(text)
            return nil
        }
        guard let finished = head else { throw Self.invalid("an empty line instead of a status") }
        head = nil
        guard finished.status >= 200 else { return nil }
        isComplete = true
        let lengths = Set(
            finished.headers.values(of: "Content-Length").flatMap { $0.split(separator: ",") }
                .map { $0.trimmed })
        guard lengths.count < 2,
            lengths.allSatisfy({ $0.utf8.allSatisfy { 48...57 ~= $0 } && Int64($0) != nil })
        else {
            throw Self.invalid("several, malformed or too large values of Content-Length")
        }
        return finished
    }

    private static func statusLine(
        _ text: Substring
    ) throws(TransportError) -> ResponseChannel.Head {
        let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count > 1, let version = version(words[0]), words[1].utf8.count == 3,
            let status = Int(words[1]), 100...599 ~= status, status != 101
        else { throw invalid("a status line other than that of a status from 100 to 599") }
        return ResponseChannel.Head(status, version)
    }

    private static func version(_ text: Substring) -> TransportResponse.Version? {
        switch text {
        case "HTTP/2.0": .http2
        case "HTTP/3.0": .http3
        default: TransportResponse.Version(rawValue: String(text))
        }
    }

    private mutating func readField(_ text: Substring) throws(TransportError) {
        if let first = text.first, first == " " || first == "\t" {
            head?.headers.continueLast(with: text.trimmed)
            return
        }
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
            case let name = String(text[..<colon]), name.isToken
        else { throw Self.invalid("a header field without a name") }
        head?.headers.append(text[colon...].dropFirst().trimmed, to: name)
    }

    private static func invalid(_ finding: String) -> TransportError {
        TransportError(.invalidResponse, .sent, "the response violates HTTP: it has \(finding)")
    }

    static func tooLarge(_ limit: Int) -> TransportError {
        TransportError(
            .headersTooLarge, .sent,
            "expected at most \(limit) bytes of header fields, found more; raise the limit")
    }
}
