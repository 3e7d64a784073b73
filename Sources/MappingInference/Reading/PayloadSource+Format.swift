extension PayloadSource {
    /// Returns the format of the payload: `json`, `lines`, `xml`, `plist`, `form`.
    ///
    /// - Throws: ``InferenceError`` if it cannot be read, is empty, or in no format that is read.
    /// - Complexity: O(length of the first line).
    package func format() throws(InferenceError) -> String {
        try DocumentReader(self, limits: ProfileLimits()).format.rawValue
    }
}
