/// The positions of records in a source that may extend beyond the payload.
///
/// This is the value of `@metadata.position`.
package enum RecordPositions: Sendable, Hashable {
    /// The records at each root path follow each other, from a first position on.
    case counted(from: [Int])
    /// The records at the only root path have these positions.
    case listed([Int])

    /// Returns the position of a record.
    ///
    /// - Parameters:
    ///   - index: The index of the record at its root path.
    ///   - root: The index of the root path.
    /// - Returns: The position, or `nil` for a record without a position in the source.
    func position(at index: Int, ofRoot root: Int) -> Int? {
        switch self {
        case .counted(let first): first.indices.contains(root) ? first[root] + index : nil
        case .listed(let positions): positions.indices.contains(index) ? positions[index] : nil
        }
    }
}
