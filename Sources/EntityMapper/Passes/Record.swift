/// One representation on the tape.
struct Record {
    /// Where its attributes and relationships begin in ``MappingSession/places``.
    let firstPlace: Int
    /// The mapping that applies.
    let plan: Int32
    /// Where the representation is on the tape.
    let place: Int32
    /// The record around it, or -1 at a root.
    let parent: Int32
    /// The relationship of the parent's plan that leads here, or the root path.
    let role: Int32
    /// Its place in the list it is an element of, or ``single``, or ``toOne``.
    let index: Int32
    /// The object it is about, or -1 if it is about none.
    var object: Int32 = -1
    /// How many further representations are the same, byte for byte.
    private(set) var copies: Int32 = 0
    /// One byte for all truths: a payload has many records.
    private var truths: Truths = []

    private struct Truths: OptionSet {
        let rawValue: UInt8

        static let isIdentifier = Truths(rawValue: 1)
        static let isRefined = Truths(rawValue: 2)
        static let hasFailed = Truths(rawValue: 4)
        static let isApplied = Truths(rawValue: 8)
        static let isDeclined = Truths(rawValue: 16)
        static let isUnmodified = Truths(rawValue: 32)
        static let isDisallowed = Truths(rawValue: 64)
    }

    init(
        _ candidate: Candidate, plan: Int, firstPlace: Int, isIdentifier: Bool, isRefined: Bool
    ) {
        self.firstPlace = firstPlace
        self.plan = Int32(plan)
        place = Int32(candidate.place)
        (parent, role, index) = (candidate.parent, candidate.role, candidate.index)
        truths[.isIdentifier] = isIdentifier
        truths[.isRefined] = isRefined
    }

    /// Whether the representation is a text or a number: the value that identifies the object.
    var isIdentifier: Bool { truths[.isIdentifier] }

    /// Whether its mapping is the one of the object's own entity, as an earlier walk found out.
    var isRefined: Bool { truths[.isRefined] }

    /// Whether something in it did not fit, or in the record that it is a part of.
    var hasFailed: Bool {
        get { truths[.hasFailed] }
        set { truths[.hasFailed] = newValue }
    }

    /// Whether its values are in the row of its object, unless it failed later.
    var isApplied: Bool {
        get { truths[.isApplied] }
        set { truths[.isApplied] = newValue }
    }

    /// Whether it was left out because the author's validation said so.
    var isDeclined: Bool {
        get { truths[.isDeclined] }
        set { truths[.isDeclined] = newValue }
    }

    /// Whether it, or a record around it, is no newer than what was found.
    var isUnmodified: Bool {
        get { truths[.isUnmodified] }
        set { truths[.isUnmodified] = newValue }
    }

    /// Whether it, or a record around it, may not do what it asks for: nothing of it is applied.
    var isDisallowed: Bool {
        get { truths[.isDisallowed] }
        set { truths[.isDisallowed] = newValue }
    }

    /// Notes that a further representation is the same.
    mutating func addCopy() { copies += 1 }

    /// The ``index`` of the only representation at a root path.
    static let single: Int32 = -1
    /// The ``index`` of what is in a to-one relationship.
    static let toOne: Int32 = -2
}
