/// A mapped representation on the tape.
package struct Record {
    /// The index in ``MappingSession/places`` of its first value.
    let firstPlace: Int
    /// The index of its plan.
    let plan: Int32
    /// The tape index of the representation.
    let place: Int32
    /// The enclosing record, or -1 at a root path.
    let parent: Int32
    /// The relationship in the parent's plan, or the root path.
    let role: Int32
    /// The index in the enclosing array, or ``single``, or ``toOne``.
    let index: Int32
    /// The object of the record, or -1 if there is none.
    var object: Int32 = -1
    /// The number of further representations with the same bytes.
    private(set) var copies: Int32 = 0
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
        _ candidate: Candidate, plan: Int, firstPlace: Int, isIdentifier: Bool, isOverridden: Bool
    ) {
        self.firstPlace = firstPlace
        self.plan = Int32(plan)
        place = Int32(candidate.place)
        (parent, role, index) = (candidate.parent, candidate.role, candidate.index)
        flags[.isIdentifier] = isIdentifier
        flags[.isOverridden] = isOverridden
    }

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

    /// Indicates whether its change, or that of an enclosing record, is not allowed, so that it is
    /// skipped.
    var isDisallowed: Bool {
        get { flags[.isDisallowed] }
        set { flags[.isDisallowed] = newValue }
    }

    /// Counts a further representation with the same bytes.
    mutating func addCopy() { copies += 1 }

    /// The ``index`` of a single representation at a root path.
    package static let single: Int32 = -1
    /// The ``index`` of a representation in a to-one relationship.
    package static let toOne: Int32 = -2
}
