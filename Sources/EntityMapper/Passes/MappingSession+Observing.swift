import ObjectGraph
import Payload

/// Notifications of the observer, if there is one.
extension MappingSession {
    /// Sends an event about a record.
    func notify(_ kind: MappingEvent.Kind, record: Int) {
        guard let observer else { return }
        tell(
            observer, kind, plan(of: records[record]), place: records[record].place, record: record)
    }

    /// Sends an event about a mapped path of a record, by index in the plan.
    func notify(
        _ kind: MappingEvent.Kind, record: Int, target: Int, place: Int, value: Value = .null
    ) {
        guard let observer else { return }
        tell(
            observer, kind, plan(of: records[record]), target: target, value: value,
            place: Int32(place), record: record)
    }

    /// Sends events about which mapped paths of a record have a value.
    func notifyFound(of record: Int) {
        guard observer != nil else { return }
        for target in plan(of: records[record]).paths.indices {
            let place = Int(places[records[record].firstPlace + target])
            notify(place >= 0 ? .found : .notFound, record: record, target: target, place: place)
        }
    }

    /// Sends events about failed records; declined records have been reported before.
    func notifyFailedRecords() {
        guard observer != nil else { return }
        for (index, record) in records.enumerated() where record.hasFailed && !record.isDeclined {
            notify(.failedRecord, record: index)
        }
    }

    /// Sends an event about a decision for an entity mapping or by a dynamic one.
    func notify(_ kind: MappingEvent.Kind, mapping: Int, place: Int) {
        guard let observer else { return }
        let isDynamic = mapping >= plan.entities.count
        tell(
            observer, kind, isDynamic ? nil : plan.entities[mapping],
            mapping: isDynamic ? plan.dynamics[mapping - plan.entities.count].name : nil,
            place: Int32(place))
    }

    /// Sends an event about a root path.
    func notify(_ kind: MappingEvent.Kind, root: Int) {
        guard let observer else { return }
        let root = plan.roots[root]
        let isDynamic = root.mapping >= plan.entities.count
        tell(
            observer, kind, isDynamic ? nil : plan.entities[root.mapping],
            mapping: isDynamic ? plan.dynamics[root.mapping - plan.entities.count].name : nil,
            source: root.path)
    }

    /// Sends an event about the payload as a whole: the start or the end of the operation.
    func notify(_ kind: MappingEvent.Kind) {
        guard let observer else { return }
        tell(observer, kind, nil, place: 0)
    }

    /// Sends an event about an entity, or about one of its connections.
    func notify(
        _ kind: MappingEvent.Kind, entity: String, property: String? = nil, count: Int
    ) {
        guard let observer else { return }
        tell(
            observer, kind, nil, entity: entity, property: property, value: .integer(Int64(count)))
    }

    /// Sends an event about an issue.
    func notifyFailure(_ issue: PendingIssue, of record: Int?) {
        guard let observer else { return }
        let target = issue.property.flatMap { name in record.flatMap { find(name, issue.place, $0) }
        }
        tell(
            observer, .failed, record.map { plan(of: records[$0]) }, target: target,
            entity: issue.entity, property: issue.property,
            place: issue.place.map(Int32.init) ?? -1,
            record: record,
            failure: "\(issue.code): expected \(issue.expected), found \(issue.found)")
    }

    /// Returns the index of the mapped path of a property: the one with a value at the tape index,
    /// or else the first one.
    private func find(_ property: String, _ place: Int?, _ record: Int) -> Int? {
        let plan = plan(of: records[record])
        let targets = plan.paths.indices.filter { plan.nameOfTarget($0) == property }
        let first = records[record].firstPlace
        return targets.first { Int(places[first + $0]) == place } ?? targets.first
    }

    /// The phases of the work, for progress reports.
    enum Phase: Int {
        case collect, assign
        static let count = 2
    }

    /// Reports the progress of a phase, unless more has been reported: root paths need not be in
    /// payload order.
    mutating func noteProgress(_ phase: Phase, at place: Int, of count: Int) {
        guard observer != nil, count > 0 else { return }
        let part = min(1, Double(place) / Double(count))
        noteProgress((Double(phase.rawValue) + part) / Double(Phase.count))
    }

    /// Reports a completed fraction of the work.
    mutating func noteProgress(_ fraction: Double) {
        guard let observer, fraction > progress || progress == 0 else { return }
        progress = fraction
        tell(observer, .progress, nil, value: .double(fraction))
    }

    private func tell(
        _ observer: any MappingObserver, _ kind: MappingEvent.Kind, _ plan: EntityPlan?,
        mapping: String? = nil, target: Int? = nil, entity: String? = nil, property: String? = nil,
        source: PayloadPath? = nil, value: Value = .null, place: Int32 = -1, record: Int? = nil,
        failure: String? = nil
    ) {
        observer.mappingOperation(
            didObserve: MappingEvent(
                kind: kind, mapping: mapping ?? plan?.name ?? "",
                entity: entity ?? plan?.layout.name ?? "",
                property: property ?? target.flatMap { plan?.nameOfTarget($0) },
                source: source ?? target.flatMap { plan?.paths[$0] }, value: value,
                payloadValue: place < 0 ? nil : PayloadValue(document, at: Int(place)),
                record: record, object: record.flatMap(identifier), failure: failure,
                target: target, origin: place < 0 ? nil : origin(of: Int(place), record: record)))
    }

    /// Returns the object of a record, once it has a number.
    private func identifier(of record: Int) -> ManagedObjectID? {
        let index = Int(records[record].object)
        guard index >= 0, objects[index].isUsable else { return nil }
        let root = plan.entities[Int(objects[index].plan)].layout.root
        return context.objectID(root: root, objects[index].number)
    }
}
