extension PayloadFormat {
    /// Returns the query of a URL: the text after the first `?`, or all of it if there is none.
    ///
    /// ```swift
    /// let query = PayloadFormat.query(of: "/articles?page=2&tags[]=a")   // page=2&tags[]=a
    /// let document = try PayloadFormat.form.document(from: Array(query.utf8))
    /// ```
    ///
    /// - Parameter address: A URL, a part of a URL, or a query.
    /// - Returns: A query that ``form`` can parse.
    public static func query(of address: String) -> String {
        guard let mark = address.utf8.firstIndex(of: UInt8(ascii: "?")) else { return address }
        return String(address[address.utf8.index(after: mark)...])
    }
}
