extension MappingError.Code {
    /// A value has no form in a payload.
    public static let unwritableValue = MappingError.Code(description: "unwritableValue")
    /// An object is to be written as what identifies it, and nothing does.
    public static let missingIdentification = MappingError.Code(
        description: "missingIdentification")
    /// Too many objects are inside one another.
    public static let depthExceeded = MappingError.Code(description: "depthExceeded")
    /// Two properties that are read from one place have different values to write there.
    public static let conflictingValues = MappingError.Code(description: "conflictingValues")
    /// The object to write is of another entity than the mapping, or does not exist any more.
    public static let objectMismatch = MappingError.Code(description: "objectMismatch")
    /// No mapping is for the object, or several are and none was chosen.
    public static let noMapping = MappingError.Code(description: "noMapping")
    /// Parts of a payload do not fit into one another.
    public static let rootMismatch = MappingError.Code(description: "rootMismatch")
    /// What was written exceeds a limit for payloads.
    public static let payloadLimit = MappingError.Code(description: "payloadLimit")
}
