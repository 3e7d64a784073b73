/// A record whose properties are being planned.
struct ObjectTurn<Mapped> {
    let record: ObjectRecord
    /// The number of the record in the run.
    let number: Int
    /// The value to be changed: the existing value, or a new value.
    let base: Mapped
    let session: ObjectSession
}
