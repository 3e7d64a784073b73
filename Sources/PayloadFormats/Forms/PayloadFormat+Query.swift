extension PayloadFormat {
    /// The query of an address: what follows the first `?`, or all of a text without one.
    ///
    /// ```swift
    /// let query = PayloadFormat.query(of: "/articles?page=2&tags[]=a")   // page=2&tags[]=a
    /// let document = try PayloadFormat.form.document(from: Array(query.utf8))
    /// ```
    ///
    /// - Parameter address: A URL, a part of one, or the query itself.
    /// - Returns: A text for ``form``.
    public static func query(of address: String) -> String {
        guard let mark = address.utf8.firstIndex(of: UInt8(ascii: "?")) else { return address }
        return String(address[address.utf8.index(after: mark)...])
    }
}
