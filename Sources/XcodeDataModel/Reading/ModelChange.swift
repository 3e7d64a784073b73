/// A change required to assemble the model from its entities.
struct ModelChange {
    /// The name of the entity, followed by the names of the declaration in it.
    let key: [String]
    let code: XcodeModelVersion.Difference.Code
    let message: String

}

extension ModelChange {
    /// Creates a change for a part that the model omits.
    init(_ key: [String], omitting part: String, because reason: String) {
        self.init(
            key: key, code: .omitted,
            message: XcodeModelVersion.Difference.omission(of: part, because: reason))
    }
}
