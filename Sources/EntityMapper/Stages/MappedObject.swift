/// An object of the payload, which may have several records.
struct MappedObject {
    /// The number of the object in its inheritance tree.
    var number: Int64 = 0
    /// The mapping of the first record, or of a later record for a sub-entity.
    ///
    /// It determines the entity of a new object.
    var plan: PlanIndex
    /// The first record.
    let record: RecordIndex
    /// The last record of the object.
    var lastRecord: RecordIndex
    private var storedAppliedRecord = CompactOptional<RecordIndex>()
    private var storedRow = CompactOptional<RowPosition>()
    var state = State.unknown
    private var flags: Flags = []

    private struct Flags: OptionSet {
        let rawValue: UInt8

        static let isIdentified = Flags(rawValue: 1)
        static let isStub = Flags(rawValue: 2)
        static let isUpdated = Flags(rawValue: 4)
        static let isRelinked = Flags(rawValue: 8)
    }

    init(plan: PlanIndex, record: RecordIndex, isIdentified: Bool) {
        self.plan = plan
        self.record = record
        lastRecord = record
        self.isIdentified = isIdentified
    }

    /// The last record whose values are in the row; `nil` if there is none yet.
    var appliedRecord: RecordIndex? {
        get { storedAppliedRecord.index }
        set { storedAppliedRecord.index = newValue }
    }

    /// The row in its table; `nil` if there is none yet.
    ///
    /// Until new rows are inserted, it is a row of the new rows of its plan.
    var row: RowPosition? {
        get { storedRow.index }
        set { storedRow.index = newValue }
    }

    /// Indicates whether the record identifies the object.
    ///
    /// If not, the object depends on its parent.
    var isIdentified: Bool {
        get { flags[.isIdentified] }
        set { flags[.isIdentified] = newValue }
    }

    /// Indicates whether a new object has only an identifier.
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
        /// The object equals a different one, which has received its records.
        case merged
    }

    /// Indicates whether relationships may reference the object.
    var isUsable: Bool {
        switch state {
        case .new, .existing, .unmodified: true
        case .unknown, .failed, .merged: false
        }
    }

    /// Indicates whether records are applied to the object.
    var isMapped: Bool { state == .new || state == .existing }

    /// Assigns an existing row.
    mutating func take(_ number: Int64, at row: RowPosition?, as state: State = .existing) {
        (self.number, self.row, self.state) = (number, row, state)
    }
}
