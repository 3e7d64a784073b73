extension Substring {
    /// The text without spaces and tabs at its ends, the optional white space of header fields.
    ///
    /// Source: RFC 9110, section 5.6.3.
    package var trimmed: String {
        let start = drop { $0 == " " || $0 == "\t" }
        guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return String(start[...last])
    }
}
