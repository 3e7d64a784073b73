/// The groups of a selection with aggregates, or of one without equal rows.
///
/// For each object, the values of the group columns and the aggregated values are kept, so that the
/// rows of a commit tell what to remove from one group and to add to another. Sums and means of
/// floating-point numbers depend on their order: the groups that a commit touches are asked for.
struct ObservedGroups: ResultContent {
    /// A group with its aggregates.
    fileprivate struct Group: Sendable {
        /// The number that stands for the group.
        let id: Int64
        /// The number of objects.
        var size = 0
        /// The aggregates; none if the store computes them.
        var reductions: [MaintainedReduction]
    }

    private let plan: GroupPlan
    /// The objects, by number.
    private var members: OrderedResult
    /// The groups, by the values of their columns.
    private var groups: [[Value]: Group] = [:]
    /// The groups that have to be asked for.
    private var pending: Set<[Value]> = []
    /// The groups that satisfy the group condition; only in the window if the store was asked.
    private var list: OrderedResult
    private var nextID: Int64 = 1
    /// Indicates whether only the rows of the request are known.
    private var isAsked = false

    init(_ plan: GroupPlan) {
        self.plan = plan
        members = OrderedResult(orderedBy: plan.condition.sorter)
        list = OrderedResult(orderedBy: plan.sorter, columns: plan.request.columns.count)
    }

    var count: Int { members.count }
    var isMaintained: Bool { !isAsked }

    /// The groups that the request returns.
    private var visible: ResultList {
        var rows = list.list(visibleRange)
        rows.values = values
        return rows
    }

    private var values: ResultValues { list.values(visibleRange) }
    private var visibleRange: Range<Int> { isAsked ? 0..<list.count : plan.window.range }

    mutating func apply(_ decisions: [ResultDecision]) -> SelectedRowChanges? {
        var touched: Set<[Value]> = []
        for decision in decisions { apply(decision, &touched) }
        guard plan.isExact || touched.isEmpty else {
            pending = touched
            return nil
        }
        var groupDecisions: [ResultDecision] = []
        do {
            for key in touched {
                guard let group = groups[key] else { continue }
                let row = try row(of: key)
                if group.size == 0, !key.isEmpty { groups[key] = nil }
                groupDecisions.append(
                    ResultDecision(number: group.id, outcome: row.map { .present($0) } ?? .absent))
            }
        } catch {
            return nil
        }
        return apply(toGroups: groupDecisions)
    }

    private mutating func apply(toGroups decisions: [ResultDecision]) -> SelectedRowChanges {
        let name = plan.request.entityName
        guard !plan.window.isWhole else {
            let changes = list.apply(decisions, entityName: name)
            return SelectedRowChanges(changes, values, of: plan.request)
        }
        let old = visible
        _ = list.apply(decisions, entityName: name)
        return changes(from: old)
    }

    private func changes(from old: ResultList) -> SelectedRowChanges {
        let changes = ResultChanges(
            from: old, to: visible, linked: [], entityName: plan.request.entityName)
        return SelectedRowChanges(changes, values, of: plan.request)
    }

    /// Moves an object from its group to another group, and notes both.
    private mutating func apply(_ decision: ResultDecision, _ touched: inout Set<[Value]>) {
        let old = members.row(decision.number)
        let new: ResultRow?
        switch decision.outcome {
        case .absent: new = nil
        case .unmoved: return
        case .present(let row): new = row
        }
        guard old?.values != new?.values else { return }
        if let old {
            let key = Array(old.values[..<plan.keyCount])
            groups[key]?.remove(old.values, plan.aggregates)
            touched.insert(key)
        }
        if let new {
            touched.insert(add(new))
            if old == nil { members.insert(new) } else { members.replace(new) }
        } else {
            members.remove(decision.number)
        }
    }

    /// Adds an object to its group, and returns the values of the group's columns.
    @discardableResult
    private mutating func add(_ row: ResultRow) -> [Value] {
        let key = Array(row.values[..<plan.keyCount])
        if groups[key] == nil { groups[key] = newGroup(nil) }
        groups[key]?.add(row.values, plan.aggregates)
        return key
    }

    private mutating func newGroup(_ id: Int64?) -> Group {
        if id == nil { nextID += 1 }
        return Group(
            id: id ?? nextID,
            reductions: plan.isExact
                ? plan.aggregates.map { MaintainedReduction($0.function) } : [])
    }

    /// Returns the row of a group; `nil` if there is none.
    ///
    /// - Throws: ``StoreError``, and an error for a result beyond the range of its type.
    private mutating func row(of key: [Value]) throws -> ResultRow? {
        guard let id = groups[key]?.id else { return nil }
        guard groups[key]?.size != 0 || key.isEmpty else { return nil }
        var values = key
        for (index, aggregate) in plan.aggregates.enumerated() {
            values.append(
                try groups[key]?.reductions[index].result(of: aggregate.type) ?? .null)
        }
        return try plan.row(id, values)
    }
}

/// Reading groups.
extension ObservedGroups {
    mutating func read(
        from view: SettledView, isApplied: Bool
    ) throws(StoreError) -> SelectedRowChanges {
        if isApplied, !pending.isEmpty, let changes = try readPending(from: view) {
            return changes
        }
        pending = []
        let old = visible
        let ids = groups.mapValues(\.id)
        try readMembers(from: view, ids)
        let found = plan.isExact ? try computedRows() : try askedRows(from: view)
        isAsked = found == nil
        if let found {
            list = OrderedResult(
                found.sorted { plan.sorter.order($0.values[...], $1.values[...]) == .before },
                orderedBy: plan.sorter, columns: plan.request.columns.count)
        } else {
            try readRows(from: view, ids)
        }
        return changes(from: old)
    }

    /// Asks for the groups that have changed.
    ///
    /// - Returns: The changes; `nil` if all groups have to be asked for.
    private mutating func readPending(
        from view: SettledView
    ) throws(StoreError) -> SelectedRowChanges? {
        let keys = plan.keyCount == 0 ? nil : Array(pending)
        guard let values = try groupValues(from: view, keys) else { return nil }
        var decisions: [ResultDecision] = []
        for key in pending {
            guard let group = groups[key] else { continue }
            if group.size == 0, !key.isEmpty { groups[key] = nil }
            let row = try values[key].flatMap { (values) throws(StoreError) in
                try plan.row(group.id, values)
            }
            decisions.append(
                ResultDecision(number: group.id, outcome: row.map { .present($0) } ?? .absent))
        }
        pending = []
        return apply(toGroups: decisions)
    }

    /// Reads the values of all objects.
    private mutating func readMembers(
        from view: SettledView, _ ids: [[Value]: Int64]
    ) throws(StoreError) {
        let rows = try view.rows(limit: nil, offset: 0)
        members = OrderedResult(
            rows, orderedBy: plan.condition.sorter, columns: plan.condition.columns?.count ?? 0)
        groups = [:]
        for (key, id) in ids { groups[key] = newGroup(id) }
        if plan.keyCount == 0, groups.isEmpty { groups[[]] = newGroup(nil) }
        for row in rows { add(row) }
        groups = groups.filter { $0.value.size > 0 || $0.key.isEmpty }
    }

    /// Returns the rows of all groups, from the values of their objects.
    ///
    /// - Returns: The rows, in any order; `nil` if an aggregate is beyond the range of its type.
    private mutating func computedRows() throws(StoreError) -> [ResultRow]? {
        var found: [ResultRow] = []
        do {
            for key in groups.keys { if let row = try row(of: key) { found.append(row) } }
        } catch let error as StoreError {
            throw error
        } catch {
            return nil
        }
        return found
    }

    /// Returns the rows of all groups, whose aggregates the store computes.
    ///
    /// - Returns: The rows, in any order; `nil` if an aggregate is beyond the range of its type.
    private func askedRows(from view: SettledView) throws(StoreError) -> [ResultRow]? {
        guard let values = try groupValues(from: view, nil) else { return nil }
        var found: [ResultRow] = []
        for (key, values) in values {
            guard let group = groups[key], let row = try plan.row(group.id, values) else {
                continue
            }
            found.append(row)
        }
        return found
    }

    /// Asks for the columns and the aggregates of groups.
    ///
    /// - Returns: The values by the values of the columns; `nil` if the groups cannot be asked for.
    private func groupValues(
        from view: SettledView, _ keys: [[Value]]?
    ) throws(StoreError) -> [[Value]: [Value]]? {
        guard let request = plan.request(ofGroups: keys) else { return nil }
        do throws(StoreError) {
            let rows = try view.rows(selectedBy: request).map(\.values)
            return Dictionary(
                rows.map { (Array($0[..<plan.keyCount]), $0) },
                uniquingKeysWith: { first, _ in first })
        } catch  where error.code == .overflow || error.code == .invalidRequest {
            // With the condition on groups, the condition of objects can be nested too deeply.
            return nil
        }
    }

    /// Reads the rows of the request alone.
    private mutating func readRows(
        from view: SettledView, _ ids: [[Value]: Int64]
    ) throws(StoreError) {
        members = OrderedResult(orderedBy: plan.condition.sorter)
        groups = [:]
        // Rows that are asked for are never inserted by their order.
        let unordered = [Value](repeating: .null, count: list.keyCount)
        var found: [ResultRow] = []
        for row in try view.rows(selectedBy: plan.request) {
            let values = row.values
            let key = plan.keyColumns.map { values[$0] }
            let group = newGroup(ids[key])
            groups[key] = group
            found.append(ResultRow(number: group.id, version: 0, values: unordered + values))
        }
        list = OrderedResult(found, orderedBy: plan.sorter, columns: plan.request.columns.count)
    }
}

extension ObservedGroups.Group {
    fileprivate mutating func add(_ values: [Value], _ aggregates: [GroupPlan.Aggregate]) {
        size += 1
        for index in reductions.indices { reductions[index].add(aggregates[index].value(values)) }
    }

    fileprivate mutating func remove(_ values: [Value], _ aggregates: [GroupPlan.Aggregate]) {
        size -= 1
        for index in reductions.indices {
            reductions[index].remove(aggregates[index].value(values))
        }
    }
}

extension GroupPlan.Aggregate {
    /// Returns the value to aggregate among an object's values; a value for each object if objects
    /// are counted.
    fileprivate func value(_ values: [Value]) -> Value {
        input.map { values[$0] } ?? .boolean(true)
    }
}
