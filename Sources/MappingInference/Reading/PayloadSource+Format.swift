extension PayloadSource {
    /// Returns the format of the payload: `json`, `lines`, `xml`, `plist`, `form`.
    ///
    /// - Throws: ``InferenceError`` if the payload is unreadable, empty, or in an unsupported
    ///   format.
    /// - Complexity: O(length of the first line).
    package func format() throws(InferenceError) -> String {
        try DocumentReader(self, limits: ProfileLimits()).format.rawValue
    }
}
