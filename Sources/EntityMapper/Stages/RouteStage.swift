import ObjectGraph

/// The stage that writes attributes of other objects through to-one relationships.
///
/// The relationships have been assigned before.
struct RouteStage {
    private let input: MappingInput
    /// The written rows, by root.
    private var rows: [Int: Set<Int>] = [:]
    private var written: [Written] = []

    /// A route of a plan.
    private struct RouteKey: Hashable {
        let plan: PlanIndex
        let route: Int
    }

    /// A value with the number of the object reached so far.
    private typealias Traveller = (routed: RoutedValue, number: Int64)

    /// A value that a record has written.
    private struct Written {
        /// The object of the record.
        let source: ObjectIndex
        let root: Int
        let position: Int
        let slot: Int
    }

    init(_ input: MappingInput) {
        self.input = input
    }

    private var context: ManagedObjectContext { input.context }

    /// Follows the routes of all records, with one request for each relationship.
    ///
    /// - Returns: The positions of written rows, by root; the values may be foreign keys.
    /// - Throws: `StoreError` if the store fails.
    mutating func run(
        _ routed: [RoutedValue], _ graph: inout RecordGraph, _ log: inout MappingLog
    ) throws -> [Int: Set<Int>] {
        guard !routed.isEmpty else { return [:] }
        let values = Dictionary(grouping: routed) {
            RouteKey(plan: graph.records[$0.record].plan, route: $0.route)
        }
        for (number, plan) in input.plan.entities.enumerated() {
            for (index, route) in plan.routes.enumerated() {
                let key = RouteKey(plan: PlanIndex(number), route: index)
                try follow(route, values[key] ?? [], graph, &log)
            }
        }
        // A later record may have restored the previous value.
        for value in written where isChanged(value) {
            graph.objects[value.source].isRelinked = true
        }
        return rows
    }

    /// Follows a route for all its values.
    private mutating func follow(
        _ route: RoutePlan, _ values: [RoutedValue], _ graph: RecordGraph,
        _ log: inout MappingLog
    ) throws {
        var travellers: [Traveller] = []
        for routed in values {
            let record = graph.records[routed.record]
            guard !record.hasFailed, let object = graph.object(of: record), object.isMapped
            else { continue }
            travellers.append((routed, object.number))
        }
        for relationship in route.relationships where !travellers.isEmpty {
            travellers = try advance(travellers, through: relationship, route, graph, &log)
        }
        guard let last = route.relationships.last else { return }
        let root = context.root(of: last.destination)
        for (routed, number) in travellers {
            guard let position = context.state.tables[root].position(of: number),
                assign(routed, route, root, position, graph, log),
                let source = graph.records[routed.record].object
            else { continue }
            written.append(
                Written(
                    source: source, root: root, position: position, slot: route.attribute.slot))
        }
    }

    /// Follows a relationship for all values; reports and removes those without a destination.
    private func advance(
        _ travellers: [Traveller], through relationship: RelationshipLayout, _ route: RoutePlan,
        _ graph: RecordGraph, _ log: inout MappingLog
    ) throws -> [Traveller] {
        try context.load(relationship.index, from: travellers.map(\.number))
        let destinations = try travellers.map {
            try context.destinations(of: relationship.index, from: $0.number).first
        }
        try context.load(
            root: context.root(of: relationship.destination), destinations.compactMap { $0 })
        var arrived: [Traveller] = []
        for (traveller, destination) in zip(travellers, destinations) {
            if let destination {
                arrived.append((traveller.routed, destination))
                continue
            }
            try log.report(
                .missingDestination, at: traveller.routed.location, of: traveller.routed.record,
                in: graph, property: route.name,
                expected: "an object in '\(relationship.name)' to write to", found: "none",
                isNotice: true)
        }
        return arrived
    }

    /// Writes a value, and returns whether it differs from the current value.
    private mutating func assign(
        _ routed: RoutedValue, _ route: RoutePlan, _ root: Int, _ position: Int,
        _ graph: RecordGraph, _ log: MappingLog
    ) -> Bool {
        let old = context.state.tables[root].entries[position].row
        let isChanged = !old.has(routed.value, in: route.attribute.slot)
        let key = SubstituteKey(
            root: root, number: context.state.tables[root].entries[position].number,
            attribute: route.attribute.name)
        if routed.isSubstitute {
            context.state.substitutes.mark(key, routed.value)
        } else if !isChanged {
            context.state.substitutes.settle(key)
        }
        if log.isObserved {
            let path = graph.plan(of: routed.record).path(ofRoute: routed.route)
            log.notify(
                isChanged ? .set : .unchanged, path: path, of: routed.record,
                at: routed.location, in: graph, value: routed.value)
        }
        guard isChanged else { return false }
        context.set(routed.value, slot: route.attribute.slot, root: root, at: position)
        rows[root, default: []].insert(position)
        return true
    }

    /// Tests whether the final value differs from the value before the operation.
    private func isChanged(_ written: Written) -> Bool {
        let row = context.state.tables[written.root].entries[written.position].row
        let old = input.rowBefore(root: written.root, at: written.position)
        return old?[written.slot] != row[written.slot]
    }
}
