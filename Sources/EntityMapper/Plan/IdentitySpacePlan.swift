/// The objects of an entity hierarchy that are identified by the same slots.
struct IdentitySpacePlan: Sendable, Hashable {
    /// The topmost entity of the hierarchy, which declares the identification attributes.
    let entity: Int
    let root: Int
    let slots: [Int]
    /// Indicates whether keys are single 64-bit integers, which are looked up without boxing.
    let isInteger: Bool
}
