/// A mapped representation on the tape.
struct Record {
    /// The index of its first field.
    let firstField: FieldIndex
    let plan: PlanIndex
    let representation: TapeIndex
    private let storedParent: CompactOptional<RecordIndex>
    /// The relationship in the parent's plan, or the root path.
    let role: RoleIndex
    let index: ListIndex
    private var storedObject = CompactOptional<ObjectIndex>()
    private var copies: Int32 = 0
    /// All flags share one byte, because a payload has many records.
    private var flags: Flags = []

    private struct Flags: OptionSet {
        let rawValue: UInt8

        static let isIdentifier = Flags(rawValue: 1)
        static let isOverridden = Flags(rawValue: 2)
        static let hasFailed = Flags(rawValue: 4)
        static let isApplied = Flags(rawValue: 8)
        static let isDeclined = Flags(rawValue: 16)
        static let isUnmodified = Flags(rawValue: 32)
        static let isDisallowed = Flags(rawValue: 64)
    }

    init(
        _ candidate: Candidate, plan: PlanIndex, firstField: FieldIndex, isIdentifier: Bool,
        isOverridden: Bool
    ) {
        self.firstField = firstField
        self.plan = plan
        representation = candidate.representation
        storedParent = CompactOptional(candidate.parent)
        (role, index) = (candidate.role, candidate.index)
        flags[.isIdentifier] = isIdentifier
        flags[.isOverridden] = isOverridden
    }

    /// The enclosing record; `nil` at a root path.
    var parent: RecordIndex? { storedParent.index }

    /// The object of the record; `nil` if there is none.
    var object: ObjectIndex? {
        get { storedObject.index }
        set { storedObject.index = newValue }
    }

    /// The number of further representations with the same bytes.
    var copyCount: Int { Int(copies) }

    /// Counts a further representation with the same bytes.
    mutating func addCopy() { copies += 1 }

    /// Indicates whether the representation is a string or a number that identifies the object.
    var isIdentifier: Bool { flags[.isIdentifier] }

    /// Indicates whether its mapping is an override found by an earlier attempt.
    var isOverridden: Bool { flags[.isOverridden] }

    /// Indicates whether something in it, or in the record that it depends on, is invalid.
    var hasFailed: Bool {
        get { flags[.hasFailed] }
        set { flags[.hasFailed] = newValue }
    }

    /// Indicates whether its values were written to the row of its object, unless it failed later.
    var isApplied: Bool {
        get { flags[.isApplied] }
        set { flags[.isApplied] = newValue }
    }

    /// Indicates whether a validation declined it.
    var isDeclined: Bool {
        get { flags[.isDeclined] }
        set { flags[.isDeclined] = newValue }
    }

    /// Indicates whether it, or an enclosing record, is not newer than the existing object.
    var isUnmodified: Bool {
        get { flags[.isUnmodified] }
        set { flags[.isUnmodified] = newValue }
    }

    /// Indicates whether the record is skipped because a change is not allowed.
    ///
    /// This applies to its own change and to changes of enclosing records.
    var isDisallowed: Bool {
        get { flags[.isDisallowed] }
        set { flags[.isDisallowed] = newValue }
    }
}
