import ObjectGraph
import Payload

/// Telling the observer, if there is one.
extension MappingSession {
    /// Tells of something about a record, or one of its properties.
    func notify(
        _ kind: MappingEvent.Kind, record: Int, property: String? = nil,
        source: PayloadPath? = nil, place: Int? = nil, value: Value = .null
    ) {
        guard let observer else { return }
        let plan = plan(of: records[record])
        tell(
            observer, kind, plan, property: property,
            source: source ?? property.flatMap(plan.source), value: value,
            place: place ?? Int(records[record].place), record: record)
    }

    /// Tells of a decision for a mapping.
    func notify(_ kind: MappingEvent.Kind, mapping: Int, place: Int) {
        guard let observer else { return }
        tell(observer, kind, plan.entities[mapping], place: place)
    }

    /// Tells of a root path.
    func notify(_ kind: MappingEvent.Kind, root: Int) {
        guard let observer else { return }
        let root = plan.roots[root]
        tell(
            observer, kind, root.mapping < plan.entities.count ? plan.entities[root.mapping] : nil,
            source: root.path)
    }

    /// Tells of something about the operation, or about a connection.
    func notify(
        _ kind: MappingEvent.Kind, entity: String = "", property: String? = nil,
        value: Value = .null
    ) {
        guard let observer else { return }
        observer.mappingOperation(
            didObserve: MappingEvent(
                kind: kind, mapping: "", entity: entity, property: property, source: nil,
                value: value, payloadValue: nil, record: nil, failure: nil))
    }

    /// Tells of an issue.
    func notifyFailure(_ issue: PendingIssue, of record: Int?) {
        guard let observer else { return }
        let entityPlan = record.map { plan(of: records[$0]) }
        let reason = "\(issue.code): expected \(issue.expected), found \(issue.found)"
        tell(
            observer, .failed, entityPlan, entity: issue.entity, property: issue.property,
            source: issue.property.flatMap { entityPlan?.source(of: $0) }, place: issue.place,
            record: record, failure: reason)
    }

    /// The parts of the work, for progress.
    enum Phase: Int {
        case collect, assign
        static let count = 2
    }

    /// Tells how far a part of the work is.
    func noteProgress(_ phase: Phase, at place: Int, of count: Int) {
        guard observer != nil, count > 0 else { return }
        let part = min(1, Double(place) / Double(count))
        let fraction = (Double(phase.rawValue) + part) / Double(Phase.count)
        notify(.progress, value: .double(fraction))
    }

    private func tell(
        _ observer: any MappingObserver, _ kind: MappingEvent.Kind, _ plan: EntityPlan?,
        entity: String? = nil, property: String? = nil, source: PayloadPath? = nil,
        value: Value = .null, place: Int? = nil, record: Int? = nil, failure: String? = nil
    ) {
        let payloadValue = place.flatMap { place in
            place < 0 ? nil : PayloadValue(document, at: place)
        }
        observer.mappingOperation(
            didObserve: MappingEvent(
                kind: kind, mapping: plan?.name ?? "",
                entity: entity ?? plan?.layout.name ?? "", property: property, source: source,
                value: value, payloadValue: payloadValue, record: record, failure: failure))
    }
}

extension EntityPlan {
    /// The source path of a property.
    func source(of property: String) -> PayloadPath? {
        paths.indices.first { nameOfTarget($0) == property }.map { paths[$0] }
    }
}
