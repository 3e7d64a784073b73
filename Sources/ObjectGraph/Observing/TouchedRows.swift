/// The rows that commits have touched since a result was brought up to date.
///
/// The record is bounded: when it has more than ``limit`` rows, or when a commit does not list its
/// rows, the result has to be asked for again, and no rows are recorded until then.
struct TouchedRows: Sendable {
    /// A row that can be in the result.
    struct Touch: Sendable {
        var entity: Int
        /// The version of the row; `nil` if it was deleted.
        var version: Int64?
        /// The values that decide; `nil` if they have not changed, or are read from the store.
        var row: Row?
        /// Indicates whether the row may enter, leave or move by its own values.
        var isDecisive: Bool
    }

    private let condition: ResultCondition
    /// The greatest number of rows.
    private var limit = 0
    /// The rows that can be in the result, by number.
    private(set) var rows: [Int64: Touch] = [:]
    /// The rows that rows of the result reach through relationships.
    private(set) var related: ResultPaths.Touches
    /// The objects with written links.
    private(set) var linked: Set<Int64> = []
    /// Indicates whether links of any object may have been written.
    private(set) var areLinksUnlisted = false
    /// Indicates whether the result has to be asked for again.
    private(set) var mustAsk = false
    /// The number of commits that were reported.
    private(set) var commits = 0

    init(_ condition: ResultCondition) {
        self.condition = condition
        related = ResultPaths.Touches(condition.paths)
    }

    /// Records a commit, and returns whether it may have changed the result.
    mutating func note(_ changes: ChangeSet) -> Bool {
        commits += 1
        // A save that shows that others have saved is no reason to ask by itself.
        if changes.followsOthers { mustAsk = true }
        // A write to an object that changes no selected value is no change of a selection.
        let members: Set<Int64>? = condition.columns == nil ? nil : []
        let linked = condition.dependencies.linked(by: changes, members: members)
        self.linked.formUnion(linked)
        if members == nil, condition.dependencies.changesUnlistedLinks(changes) {
            areLinksUnlisted = true
        }
        guard !linked.isEmpty || condition.dependencies.isTouched(by: changes, members: members)
        else { return false }
        if changes.emptiesStore || changes.isUnlisted { askAgain() }
        guard !mustAsk else { return true }
        add(changes)
        if !condition.paths.areLocal { condition.paths.add(changes, to: &related) }
        if related.areIncomplete || rows.count + related.count > limit { askAgain() }
        return true
    }

    /// Records that anything may have changed.
    mutating func askAgain() {
        mustAsk = true
        rows = [:]
        related = ResultPaths.Touches(condition.paths)
    }

    /// Returns the record and begins a new one.
    mutating func take(limit: Int) -> TouchedRows {
        let taken = self
        self = TouchedRows(condition)
        self.limit = limit
        commits = taken.commits
        return taken
    }

    /// Adds a record that was begun after this one.
    mutating func append(_ later: TouchedRows) {
        commits = later.commits
        linked.formUnion(later.linked)
        if later.areLinksUnlisted { areLinksUnlisted = true }
        if later.mustAsk { askAgain() }
        guard !mustAsk else { return }
        for (number, touch) in later.rows { add(touch, number) }
        related.formUnion(later.related)
    }

    /// Adds the rows of a commit, until there are more than the limit.
    private mutating func add(_ changes: ChangeSet) {
        for row in changes.inserted where condition.covers(row.entity) && rows.count <= limit {
            // A store gives new rows the first version.
            add(row, version: 1, isDecisive: true)
        }
        for update in changes.updated
        where condition.covers(update.row.entity) && rows.count <= limit {
            let isDecisive = update.changedSlots.contains(where: condition.paths.ownSlots.contains)
            add(update.row, version: update.row.version + 1, isDecisive: isDecisive)
        }
        for row in changes.deleted where condition.covers(row.entity) && rows.count <= limit {
            rows[row.number] = Touch(
                entity: row.entity, version: nil, row: nil, isDecisive: true)
        }
    }

    private mutating func add(_ stored: StoredRow, version: Int64, isDecisive: Bool) {
        var row: Row?
        if isDecisive, condition.paths.areLocal {
            guard !stored.row.isPart else { return askAgain() }
            row = condition.decidingValues(of: stored.row)
        }
        add(
            Touch(entity: stored.entity, version: version, row: row, isDecisive: isDecisive),
            stored.number)
    }

    private mutating func add(_ touch: Touch, _ number: Int64) {
        var touch = touch
        // What did not change now may have changed before.
        if touch.version != nil, !touch.isDecisive, let before = rows[number], before.isDecisive {
            touch.isDecisive = true
            touch.row = before.row
        }
        rows[number] = touch
    }
}

extension ResultPaths.Touches {
    fileprivate mutating func formUnion(_ other: Self) {
        near.formUnion(other.near)
        for place in far.indices { far[place].formUnion(other.far[place]) }
    }
}
