import ObjectGraph

/// An override that replaces the selected mapping by the mapping of the object's actual entity.
struct MappingOverride {
    let plan: PlanIndex
    /// The row of the existing object; `nil` if another record determines the entity.
    let target: RowID?
    /// Indicates whether the representation identifies its object.
    var isIdentified = true

    /// A representation with the mapping that was selected for it.
    struct Key: Hashable {
        let origin: RepresentationOrigin
        let plan: PlanIndex
    }
}
