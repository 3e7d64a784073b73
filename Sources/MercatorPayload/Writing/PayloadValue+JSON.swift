extension PayloadValue {
    /// Returns the value as JSON: UTF-8, members in order, numbers as written.
    ///
    /// Duplicate keys are written once, with the last value at the position of the first. Only
    /// characters that RFC 8259 requires to be escaped are.
    ///
    /// ```swift
    /// let value = try PayloadDocument(parsing: #"{"a": [1.50, "\u00e9"]}"#).root
    /// String(decoding: value.jsonBytes(), as: UTF8.self)   // {"a":[1.50,"é"]}
    /// ```
    ///
    /// - Parameter options: The layout and the order of members.
    /// - Returns: The bytes of a payload.
    /// - Complexity: O(bytes of the value), plus sorting if keys are sorted.
    public func jsonBytes(
        _ options: PayloadWritingOptions = PayloadWritingOptions()
    ) -> [UInt8] {
        var writer = JSONWriter(options)
        writer.write(position, of: document.tape)
        return writer.takeBytes()
    }
}

extension PayloadDocument {
    /// Returns the document as JSON; see ``PayloadValue/jsonBytes(_:)``.
    ///
    /// - Parameter options: The layout and the order of members.
    /// - Returns: The bytes of a payload.
    public func jsonBytes(
        _ options: PayloadWritingOptions = PayloadWritingOptions()
    ) -> [UInt8] {
        root.jsonBytes(options)
    }
}
