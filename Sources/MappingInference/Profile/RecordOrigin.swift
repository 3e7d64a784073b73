/// The origin of a record: the source, the document, and the index at each step to an element or an
/// entry.
struct RecordOrigin {
    let source: UInt32
    let document: UInt32
    let steps: [UInt32]

    /// The parts in one array.
    var words: [UInt32] { [source, document] + steps }
}
