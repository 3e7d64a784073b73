/// The rules for header fields that an author or a caller sets.
///
/// Source: RFC 9110, sections 5.1 and 5.5; RFC 9112, section 6.
package enum HeaderRules {
    /// The fields that only a transport can set correctly.
    package static let transportFields = [
        "Host", "Content-Length", "Transfer-Encoding", "Connection",
    ]

    /// Returns the reason why a field cannot be sent, without its value; `nil` if it can.
    package static func problem(_ name: String, _ value: String) -> String? {
        guard name.isToken else {
            return "the name of a field consists of letters, digits and some marks; remove spaces "
                + "and colons"
        }
        if transportFields.contains(where: { $0.lowercased() == name.lowercased() }) {
            return "field '\(name)': the transport sets it; leave it out"
        }
        guard value.isFieldValue else {
            return "field '\(name)': the value contains a line break, another control character or "
                + "a character outside ASCII, or begins or ends with a space; escape it"
        }
        return nil
    }
}
