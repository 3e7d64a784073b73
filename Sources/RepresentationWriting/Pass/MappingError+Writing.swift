public import EntityMapper

extension MappingError.Code {
    /// A value cannot be represented in a payload.
    public static let unwritableValue = MappingError.Code(description: "unwritableValue")
    /// An object is to be written as its identifiers, but it has none.
    public static let missingIdentification = MappingError.Code(
        description: "missingIdentification")
    /// Objects are nested more deeply than the limit.
    public static let depthExceeded = MappingError.Code(description: "depthExceeded")
    /// Two properties with the same path have different values.
    public static let conflictingValues = MappingError.Code(description: "conflictingValues")
    /// The object to write does not exist or is not of the mapping's entity.
    public static let objectMismatch = MappingError.Code(description: "objectMismatch")
    /// No mapping applies to the object, or several do and none was chosen.
    public static let noMapping = MappingError.Code(description: "noMapping")
    /// The parts of a payload cannot be combined.
    public static let rootMismatch = MappingError.Code(description: "rootMismatch")
    /// The written payload exceeds a limit for payloads.
    public static let payloadLimit = MappingError.Code(description: "payloadLimit")
}
