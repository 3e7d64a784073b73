/// A change required to assemble the model from its entities.
struct ModelChange {
    /// The name of the entity, followed by the names of the declaration in it.
    let key: [String]
    let code: XcodeModelVersion.Difference.Code
    let message: String

    /// Creates a change for a part that the model represents differently.
    init(_ key: [String], _ message: String) {
        self.key = key
        self.code = .changed
        self.message = message
    }

    /// Creates a change for a part that the model omits.
    init(_ key: [String], omitting part: String, because reason: String) {
        self.key = key
        self.code = .omitted
        self.message = XcodeModelVersion.Difference.omission(of: part, because: reason)
    }
}
