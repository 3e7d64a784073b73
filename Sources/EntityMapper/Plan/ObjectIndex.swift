/// The index of an object in ``ObjectTable/objects``.
struct ObjectIndex: TypedIndex { let rawValue: Int32 }
