import ObjectGraph

/// The row to which a record is written: a new one, or a copy of another that is made once a value
/// differs.
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
