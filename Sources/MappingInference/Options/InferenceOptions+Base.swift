import MappingFiles

extension InferenceOptions {
    /// Indicates whether the remaining members of records are kept.
    var wantsRest: Bool { keepsRest || base?.keepsRest == true }

    /// Indicates whether enumerations are part of the mapping file.
    var wantsEnumerations: Bool { findsEnumerations || base?.enumerations.isEmpty == false }
}
