package import MercatorPayload

/// A root path of the payload and the plan of its representations.
package struct RootPlan: Sendable {
    package let path: PayloadPath
    /// The index of an entity plan or, following these, of a dynamic plan.
    package let mapping: Int
}
