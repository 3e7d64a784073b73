/// The index of an entity plan in ``MappingPlan/entities``.
struct PlanIndex: TypedIndex { let rawValue: Int32 }
