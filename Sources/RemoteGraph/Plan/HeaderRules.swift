/// The rules for header fields that an author or a caller sets.
///
/// Source: RFC 9110, sections 5.1 and 5.5; RFC 9112, section 6.
enum HeaderRules {
    /// The fields that only the transport can set correctly.
    private static let ownedByTransport: Set<String> = [
        "connection", "content-length", "host", "transfer-encoding",
    ]

    /// Returns the reason why a field cannot be sent, without its value; `nil` if it can.
    static func problem(_ name: String, _ value: String) -> String? {
        guard !name.isEmpty, name.utf8.allSatisfy(isTokenByte) else {
            return "the name of a field consists of letters, digits and some marks; remove spaces "
                + "and colons"
        }
        if ownedByTransport.contains(name.lowercased()) {
            return "field '\(name)': the transport sets it; leave it out"
        }
        guard value.utf8.allSatisfy({ ($0 >= 0x20 && $0 < 0x7F) || $0 == 0x09 }) else {
            return "field '\(name)': the value contains a line break, another control character or "
                + "a character outside ASCII; escape it"
        }
        return nil
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
