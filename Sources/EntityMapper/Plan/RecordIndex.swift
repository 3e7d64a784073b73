/// The index of a record in ``RecordGraph/records``.
struct RecordIndex: TypedIndex { let rawValue: Int32 }
