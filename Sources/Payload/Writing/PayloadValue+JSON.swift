extension PayloadValue {
    /// The value as JSON: UTF-8, members in their order, numbers as they were written.
    ///
    /// A key that an object has twice is written once, with the last value at the place of the
    /// first. Only what RFC 8259 demands is escaped.
    ///
    /// ```swift
    /// let value = try PayloadDocument(parsing: #"{"a": [1.50, "\u00e9"]}"#).root
    /// String(decoding: value.jsonBytes(), as: UTF8.self)   // {"a":[1.50,"é"]}
    /// ```
    ///
    /// - Parameter options: The layout and the order of members.
    /// - Returns: The bytes of a payload.
    /// - Complexity: O(bytes of the value); with sorted keys, that of sorting them.
    public func jsonBytes(
        _ options: PayloadWritingOptions = PayloadWritingOptions()
    ) -> [UInt8] {
        var writer = JSONWriter(options)
        writer.write(position, of: document.tape)
        return writer.takeBytes()
    }
}

extension PayloadDocument {
    /// The document as JSON; see ``PayloadValue/jsonBytes(_:)``.
    ///
    /// - Parameter options: The layout and the order of members.
    /// - Returns: The bytes of a payload.
    public func jsonBytes(
        _ options: PayloadWritingOptions = PayloadWritingOptions()
    ) -> [UInt8] {
        root.jsonBytes(options)
    }
}
