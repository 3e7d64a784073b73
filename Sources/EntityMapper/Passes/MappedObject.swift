/// An object of the payload, which may have several records.
struct MappedObject {
    /// The number of the object in its inheritance tree.
    var number: Int64 = 0
    /// The mapping of the first record, or of a later one for a sub-entity; it determines the
    /// entity of a new object.
    var plan: Int32
    /// The first record.
    let record: Int32
    /// The last record of the object.
    var lastRecord: Int32
    /// The last record whose values are in the row, or -1.
    var appliedRecord: Int32 = -1
    private var storedPosition: Int32 = -1
    var state = State.unknown
    private var flags: Flags = []

    private struct Flags: OptionSet {
        let rawValue: UInt8

        static let isIdentified = Flags(rawValue: 1)
        static let isStub = Flags(rawValue: 2)
        static let isUpdated = Flags(rawValue: 4)
        static let isRelinked = Flags(rawValue: 8)
    }

    init(plan: Int32, record: Int32, isIdentified: Bool) {
        self.plan = plan
        self.record = record
        lastRecord = record
        self.isIdentified = isIdentified
    }

    /// The position of an existing object in its table, or of a new one among the new rows of its
    /// plan; -1 if there is none yet.
    var position: Int {
        get { Int(storedPosition) }
        set { storedPosition = Int32(newValue) }
    }

    /// Indicates whether the record identifies the object; if not, the object depends on its
    /// parent.
    var isIdentified: Bool {
        get { flags[.isIdentified] }
        set { flags[.isIdentified] = newValue }
    }

    /// Indicates whether only the identifier of a new object is known.
    var isStub: Bool {
        get { flags[.isStub] }
        set { flags[.isStub] = newValue }
    }

    /// Indicates whether the row was written.
    var isUpdated: Bool {
        get { flags[.isUpdated] }
        set { flags[.isUpdated] = newValue }
    }

    /// Indicates whether the destinations of a relationship have changed.
    var isRelinked: Bool {
        get { flags[.isRelinked] }
        set { flags[.isRelinked] = newValue }
    }

    enum State {
        /// The object has not been looked up yet.
        case unknown
        /// The object will be inserted.
        case new
        /// The object exists.
        case existing
        /// The object exists, and the payload is not newer.
        case unmodified
        /// No record of the new object was applied.
        case failed
        /// The object equals another one, to which its records were reassigned.
        case merged
    }

    /// Indicates whether relationships may reference the object.
    var isUsable: Bool {
        switch state {
        case .new, .existing, .unmodified: true
        case .unknown, .failed, .merged: false
        }
    }
}
