/// One object that records of the payload are about.
struct MappedObject {
    /// The object's number in its tree.
    var number: Int64 = 0
    /// The mapping of the first record, or of a later one that is for a sub-entity; it says of which
    /// entity a new object is.
    var plan: Int32
    /// The first record.
    let record: Int32
    /// The last record that is about it.
    var lastRecord: Int32
    /// The last record whose values are in the row, or -1.
    var appliedRecord: Int32 = -1
    private var storedPosition: Int32 = -1
    var state = State.unknown
    private var truths: Truths = []

    private struct Truths: OptionSet {
        let rawValue: UInt8

        static let isIdentified = Truths(rawValue: 1)
        static let isStub = Truths(rawValue: 2)
        static let isUpdated = Truths(rawValue: 4)
        static let isRelinked = Truths(rawValue: 8)
    }

    init(plan: Int32, record: Int32, isIdentified: Bool) {
        self.plan = plan
        self.record = record
        lastRecord = record
        self.isIdentified = isIdentified
    }

    /// Where a known object is in its table, or a new one among the new rows of its plan; -1 where it
    /// is nowhere yet.
    var position: Int {
        get { Int(storedPosition) }
        set { storedPosition = Int32(newValue) }
    }

    /// Whether the record says which object it is; if not, the object is a part of its parent.
    var isIdentified: Bool {
        get { truths[.isIdentified] }
        set { truths[.isIdentified] = newValue }
    }

    /// Whether nothing is known of a new object but what identifies it.
    var isStub: Bool {
        get { truths[.isStub] }
        set { truths[.isStub] = newValue }
    }

    /// Whether its row was written to.
    var isUpdated: Bool {
        get { truths[.isUpdated] }
        set { truths[.isUpdated] = newValue }
    }

    /// Whether a relationship leads to other objects than before.
    var isRelinked: Bool {
        get { truths[.isRelinked] }
        set { truths[.isRelinked] = newValue }
    }

    enum State {
        /// Not looked for yet.
        case unknown
        /// It will be inserted.
        case new
        /// It was found.
        case existing
        /// It was found, and the payload is not newer.
        case unmodified
        /// Nothing came of it: no record of a new object was usable.
        case failed
        /// It turned out to be another one of these; its records were handed over.
        case merged
    }

    /// Whether relationships may lead to it.
    var isUsable: Bool {
        switch state {
        case .new, .existing, .unmodified: true
        case .unknown, .failed, .merged: false
        }
    }
}
