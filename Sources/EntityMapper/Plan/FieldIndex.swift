/// The index of a field in ``RecordGraph/fields``.
struct FieldIndex: TypedIndex { let rawValue: Int32 }
