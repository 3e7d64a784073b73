/// A planned change of a property.
struct ObjectChange<Mapped> {
    let destination: AnyKeyPath
    /// The new value of an attribute; `nil` for nested values.
    let value: Any?
    /// Notifies the observer; called once the whole record has been validated.
    var announce: () -> Void = {}
    /// Sets the property if its value differs, and returns whether it did.
    let apply: (inout Mapped) -> Bool
}
