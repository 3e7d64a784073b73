/// A part that fits no model, found when the entities were put together.
struct ModelChange {
    /// The names of the entity and of what is declared in it.
    let key: [String]
    let code: XcodeModelVersion.Difference.Code
    let message: String

    /// Says that a part is in the model in another form.
    init(_ key: [String], _ message: String) {
        self.key = key
        self.code = .changed
        self.message = message
    }

    /// Says that the model is made without a part.
    init(_ key: [String], omitting part: String, because reason: String) {
        self.key = key
        self.code = .omitted
        self.message = XcodeModelVersion.Difference.omission(of: part, because: reason)
    }
}
