import ObjectGraph
import Payload

/// Writes attributes of other objects, through to-one relationships that now lead where they should.
struct RoutePass {
    /// Follows the routes of all records, with a request for each relationship on the way.
    ///
    /// - Throws: ``MappingError`` if the store fails, or a failure policy says so.
    func run(_ session: inout MappingSession) throws(MappingError) {
        for (number, plan) in session.plan.entities.enumerated() {
            for (index, route) in plan.routes.enumerated() {
                let target = plan.attributes.count + plan.relationships.count + index
                try run(route, target, of: Int32(number), &session)
            }
        }
    }

    /// Follows one route for all records of its plan.
    private func run(
        _ route: RoutePlan, _ target: Int, of plan: Int32, _ session: inout MappingSession
    ) throws(MappingError) {
        var travellers: [(record: Int, number: Int64)] = []
        for (index, record) in session.records.enumerated()
        where record.plan == plan && record.object >= 0 && !record.hasFailed
            && !record.isUnmodified && session.places[record.firstPlace + target] >= 0
        {
            let object = session.objects[Int(record.object)]
            guard object.state == .new || object.state == .existing else { continue }
            travellers.append((index, object.number))
        }
        for relationship in route.relationships where !travellers.isEmpty {
            travellers = try follow(relationship, travellers, route, target, &session)
        }
        guard let last = route.relationships.last else { return }
        let context = session.context
        let root = context.root(of: last.destination)
        for (record, number) in travellers {
            guard let position = context.state.tables[root].position(of: number) else { continue }
            try assign(route, target, record, root, position, &session)
        }
    }

    /// Takes one step for all; who cannot is reported and stays behind.
    private func follow(
        _ relationship: RelationshipLayout, _ travellers: [(record: Int, number: Int64)],
        _ route: RoutePlan, _ target: Int, _ session: inout MappingSession
    ) throws(MappingError) -> [(record: Int, number: Int64)] {
        let context = session.context
        let destinations = try MappingError.wrapping { () throws(StoreError) in
            try context.load(relationship.index, from: travellers.map(\.number))
            var found: [Int64?] = []
            for traveller in travellers {
                found.append(
                    try context.destinations(of: relationship.index, from: traveller.number).first)
            }
            let root = context.root(of: relationship.destination)
            try context.load(root: root, found.compactMap { $0 })
            return found
        }
        var arrived: [(record: Int, number: Int64)] = []
        for (traveller, destination) in zip(travellers, destinations) {
            guard let destination else {
                let record = session.records[traveller.record]
                try session.report(
                    .missingDestination, at: Int(session.places[record.firstPlace + target]),
                    plan: Int(record.plan), record: traveller.record, attribute: route.name,
                    expected: "an object in '\(relationship.name)' to write to", found: "none",
                    isNotice: true)
                continue
            }
            arrived.append((traveller.record, destination))
        }
        return arrived
    }

    private func assign(
        _ route: RoutePlan, _ target: Int, _ index: Int, _ root: Int, _ position: Int,
        _ session: inout MappingSession
    ) throws(MappingError) {
        let record = session.records[index]
        let place = Int(session.places[record.firstPlace + target])
        let old = session.context.state.tables[root].entries[position].row
        guard var value = session.value(of: route.attribute, at: place) else { return }
        if let validation = route.attribute.validation, value != old[route.attribute.slot] {
            guard
                case .assign(let judged) = try session.judge(
                    value, of: route.attribute, validation, target: target, index, place)
            else { return }
            value = judged
        }
        let isChanged = old[route.attribute.slot] != value
        session.notify(
            isChanged ? .set : .unchanged, record: index, target: target, place: place, value: value
        )
        guard isChanged else { return }
        session.context.set(value, slot: route.attribute.slot, root: root, at: position)
        session.objects[Int(record.object)].isRelinked = true
    }
}

extension MappingSession {
    /// Whether what a record says about other objects fits; what does not is reported before anything
    /// is written.
    mutating func checkRoutes(of index: Int) throws(MappingError) -> Bool {
        let record = records[index]
        let plan = plan(of: record)
        guard !plan.routes.isEmpty else { return true }
        let first = record.firstPlace + plan.attributes.count + plan.relationships.count
        for (number, route) in plan.routes.enumerated() {
            let place = Int(places[first + number])
            guard place >= 0 else { continue }
            switch route.attribute.conversion.convert(document, at: place) {
            case .invalid(let reason):
                try report(
                    route.attribute, of: index, at: place, reason: reason, as: route.name)
                guard goesOn(without: index) else { return false }
            case .value(let value) where value.isNull && route.attribute.isMandatory:
                try report(
                    .missingValue, at: place, plan: Int(record.plan), record: index,
                    attribute: route.name, expected: route.attribute.conversion.type.word,
                    found: "null")
                guard goesOn(without: index) else { return false }
            case .value: continue
            }
        }
        return true
    }

    /// The value that a route carries; `nil` if it does not fit, which has been reported.
    fileprivate func value(of attribute: AttributePlan, at place: Int) -> Value? {
        guard case .value(let value) = attribute.conversion.convert(document, at: place),
            !value.isNull || !attribute.isMandatory
        else { return nil }
        return value
    }
}
