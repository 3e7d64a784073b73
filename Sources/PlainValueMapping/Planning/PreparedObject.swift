/// A valid representation that has not been applied yet.
struct PreparedObject<Mapped> {
    /// Creates a new value; repeated calls return the same class instance.
    let make: () -> Mapped
    /// Updates a value; returns `nil` if its type does not match the mapping.
    let update: (Mapped) -> (value: Mapped, isChanged: Bool)?
}
