/// The last value of a node, for the enclosing records.
struct LastValue {
    /// The number of the value among all: it lies in a record if it is above the record's.
    var visit = 0
    /// The position on the tape; `nil` if the value is on the tape of an earlier piece.
    var position: Int?
    var hash: UInt64 = 0
    /// The hash as a column of the records around; 1 for null and empty texts, 0 for none.
    var column: UInt32 = 0
    /// Indicates whether the value could be a key (I1).
    var isKey = false

    /// Returns the hash of a value that could be a key; 0 if the record has none.
    func key(in record: Int) -> UInt64 { visit > record && isKey ? hash : 0 }
}
