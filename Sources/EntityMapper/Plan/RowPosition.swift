/// The position of a row in a table of the context or, for a new object, in a batch.
struct RowPosition: TypedIndex { let rawValue: Int32 }
