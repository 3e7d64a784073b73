/// The index of a relationship in the plan of an enclosing record, or of a root path in the plan.
struct RoleIndex: TypedIndex { let rawValue: Int32 }
