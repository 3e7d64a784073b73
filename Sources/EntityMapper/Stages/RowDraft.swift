import ObjectGraph

/// The destination row of a record.
///
/// It is a new row, or a copy of an existing row that is made once a value differs.
///
/// A draft is committed when the whole record is valid, so that no part of an invalid record
/// reaches the object.
struct RowDraft {
    let object: ObjectIndex
    /// The index of the batch that receives the row.
    let batch: Int
    /// Indicates whether the object exists.
    let isStored: Bool
    /// The row of a new object with an earlier record.
    let earlier: RowPosition?
    /// The row being written; `nil` until a value differs.
    var position: RowPosition?

    /// Indicates whether the object has no row yet.
    var isFirst: Bool { !isStored && earlier == nil }
}
