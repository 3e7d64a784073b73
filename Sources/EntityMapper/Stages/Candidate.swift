/// A representation that may become a record.
struct Candidate {
    /// The representation, or the result of its transform.
    var representation: TapeIndex
    /// The enclosing record; `nil` at a root path.
    let parent: RecordIndex?
    /// The relationship in the parent's plan, or the root path.
    let role: RoleIndex
    let index: ListIndex

    init(
        _ representation: TapeIndex, parent: RecordIndex? = nil, role: RoleIndex, index: ListIndex
    ) {
        self.representation = representation
        (self.parent, self.role, self.index) = (parent, role, index)
    }

    init(_ record: Record) {
        self.init(
            record.representation, parent: record.parent, role: record.role, index: record.index)
    }
}
