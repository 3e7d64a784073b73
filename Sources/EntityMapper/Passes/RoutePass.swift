import ObjectGraph
import Payload

/// A value for an attribute of another object.
struct RoutedValue {
    let record: Int
    /// The index of the route in the record's plan.
    let route: Int
    /// The tape index of the value.
    let place: Int
    let value: Value
}

/// The pass that writes attributes of other objects through to-one relationships, after these have
/// been assigned.
struct RoutePass {
    /// A route of a plan.
    private struct RouteKey: Hashable {
        let plan: Int32
        let route: Int
    }

    /// A value with the number of the object that it has reached.
    private typealias Traveller = (routed: RoutedValue, number: Int64)

    /// A value that a record has written.
    fileprivate struct Written {
        /// The object of the record.
        let source: Int
        let root: Int
        let position: Int
        let slot: Int
    }

    /// Follows the routes of all records, with one request for each relationship.
    ///
    /// The written values may be foreign keys, so connections must be evaluated again.
    ///
    /// - Throws: ``MappingError`` if the store fails.
    func run(_ session: inout MappingSession) throws(MappingError) {
        guard !session.routed.isEmpty else { return }
        var written: [Written] = []
        let routed = Dictionary(grouping: session.routed) {
            RouteKey(plan: session.records[$0.record].plan, route: $0.route)
        }
        for (number, plan) in session.plan.entities.enumerated() {
            for (index, route) in plan.routes.enumerated() {
                let key = RouteKey(plan: Int32(number), route: index)
                try run(route, routed[key] ?? [], &session, &written)
            }
        }
        // A later record may have restored the previous value.
        for value in written where session.isChanged(value) {
            session.objects[value.source].isRelinked = true
        }
    }

    /// Follows a route for all its values.
    private func run(
        _ route: RoutePlan, _ values: [RoutedValue], _ session: inout MappingSession,
        _ written: inout [Written]
    ) throws(MappingError) {
        var travellers: [Traveller] = []
        for routed in values {
            let record = session.records[routed.record]
            guard !record.hasFailed else { continue }
            let object = session.objects[Int(record.object)]
            guard object.state == .new || object.state == .existing else { continue }
            travellers.append((routed, object.number))
        }
        for relationship in route.relationships where !travellers.isEmpty {
            travellers = try follow(relationship, travellers, route, &session)
        }
        guard let last = route.relationships.last else { return }
        let context = session.context
        let root = context.root(of: last.destination)
        for (routed, number) in travellers {
            guard let position = context.state.tables[root].position(of: number) else { continue }
            guard assign(routed, route, root, position, &session) else { continue }
            written.append(
                Written(
                    source: Int(session.records[routed.record].object), root: root,
                    position: position, slot: route.attribute.slot))
        }
    }

    /// Follows a relationship for all values; reports and removes those without a destination.
    private func follow(
        _ relationship: RelationshipLayout, _ travellers: [Traveller], _ route: RoutePlan,
        _ session: inout MappingSession
    ) throws(MappingError) -> [Traveller] {
        let context = session.context
        let destinations = try MappingError.wrapping { () throws(StoreError) in
            try context.load(relationship.index, from: travellers.map(\.number))
            var found: [Int64?] = []
            for traveller in travellers {
                found.append(
                    try context.destinations(of: relationship.index, from: traveller.number).first)
            }
            try context.load(
                root: context.root(of: relationship.destination), found.compactMap { $0 })
            return found
        }
        var arrived: [Traveller] = []
        for (traveller, destination) in zip(travellers, destinations) {
            if let destination {
                arrived.append((traveller.routed, destination))
                continue
            }
            let record = traveller.routed.record
            try session.report(
                .missingDestination, at: traveller.routed.place,
                plan: Int(session.records[record].plan), record: record, attribute: route.name,
                expected: "an object in '\(relationship.name)' to write to", found: "none",
                isNotice: true)
        }
        return arrived
    }

    /// Writes a value, and returns whether it differs from the current one.
    private func assign(
        _ routed: RoutedValue, _ route: RoutePlan, _ root: Int, _ position: Int,
        _ session: inout MappingSession
    ) -> Bool {
        let old = session.context.state.tables[root].entries[position].row
        let isChanged = !old.has(routed.value, in: route.attribute.slot)
        if session.isObserved {
            let plan = session.plan(of: session.records[routed.record])
            let target = plan.attributes.count + plan.relationships.count + routed.route
            session.notify(
                isChanged ? .set : .unchanged, record: routed.record, target: target,
                place: routed.place, value: routed.value)
        }
        guard isChanged else { return false }
        session.context.set(
            routed.value, slot: route.attribute.slot, root: root, at: position)
        session.routedRows[root, default: []].insert(position)
        return true
    }
}

extension MappingSession {
    /// Tests whether the final value differs from the one before the operation.
    fileprivate func isChanged(_ written: RoutePass.Written) -> Bool {
        let row = context.state.tables[written.root].entries[written.position].row
        let old = rowBefore(root: written.root, at: written.position)
        return old?[written.slot] != row[written.slot]
    }

    /// Converts and validates the values of a record for other objects, before the record is
    /// applied.
    ///
    /// Returns whether the record is valid.
    mutating func checkRoutes(of index: Int) throws(MappingError) -> Bool {
        let record = records[index]
        let plan = plan(of: record)
        let first = record.firstPlace + plan.attributes.count + plan.relationships.count
        for (number, route) in plan.routes.enumerated() {
            let place = Int(places[first + number])
            guard place >= 0 else { continue }
            let target = plan.attributes.count + plan.relationships.count + number
            switch try routedValue(of: route, target, record: index, at: place) {
            case .assign(let value):
                routed.append(
                    RoutedValue(record: index, route: number, place: place, value: value))
            case .leave: continue
            case .fail:
                guard goesOn(without: index) else { return false }
            }
        }
        return true
    }

    private mutating func routedValue(
        of route: RoutePlan, _ target: Int, record index: Int, at place: Int
    ) throws(MappingError) -> Judgement {
        let attribute = route.attribute
        let value: Value
        switch attribute.conversion.convert(document, at: place) {
        case .invalid(let reason):
            let other = try report(attribute, of: index, at: place, reason: reason, as: route.name)
            guard let other else { return .fail }
            value = other
        case .value(let converted): value = converted
        }
        var judgement = Judgement.assign(value)
        if let validation = attribute.validation {
            judgement = try judge(value, of: attribute, validation, target: target, index, place)
        }
        guard case .assign(let final) = judgement else { return judgement }
        if let fault = attribute.fault(of: final) {
            try report(fault, of: attribute, record: index, at: place, as: route.name)
            return .fail
        }
        guard final.isNull, attribute.isMandatory else { return judgement }
        try report(
            .missingValue, at: place, plan: Int(records[index].plan), record: index,
            attribute: route.name, expected: attribute.conversion.type.word,
            found: wordForNil(at: place, attribute))
        return .fail
    }
}
