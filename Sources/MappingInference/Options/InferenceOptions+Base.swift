import MappingFiles

extension InferenceOptions {
    /// Indicates whether unmapped members of records are kept, here or in the base.
    var wantsRest: Bool { keepsRest || base?.keepsRest == true }

    /// Indicates whether the mapping file contains enumerations, here or in the base.
    var wantsEnumerations: Bool { findsEnumerations || base?.enumerations.isEmpty == false }
}
