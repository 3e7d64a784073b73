import MercatorPayload
import ObjectGraph

/// Sending events to the observer, if any.
extension MappingLog {
    /// Sends an event about the operation as a whole.
    func notify(_ kind: MappingEvent.Kind, in graph: RecordGraph) {
        guard isObserved else { return }
        send(Event(kind, at: TapeIndex(0)), graph)
    }

    /// Sends an event about a record.
    func notify(_ kind: MappingEvent.Kind, _ record: RecordIndex, in graph: RecordGraph) {
        guard isObserved else { return }
        var event = Event(kind, at: graph.records[record].representation)
        event.plan = graph.plan(of: record)
        event.record = record
        send(event, graph)
    }

    /// Sends an event about the value at a path of a record, by index of the path in the plan.
    func notify(
        _ kind: MappingEvent.Kind, path: Int, of record: RecordIndex, at index: TapeIndex?,
        in graph: RecordGraph, value: Value = .null
    ) {
        guard isObserved else { return }
        var event = Event(kind, at: index)
        event.plan = graph.plan(of: record)
        event.record = record
        event.path = path
        event.value = value
        send(event, graph)
    }

    /// Sends an event about a decision for an entity mapping or by a dynamic mapping.
    func notify(
        _ kind: MappingEvent.Kind, mapping: Int, at index: TapeIndex, in graph: RecordGraph
    ) {
        guard isObserved else { return }
        var event = Event(kind, at: index)
        event.set(mapping: mapping, in: plan)
        send(event, graph)
    }

    /// Sends an event about a root path.
    func notify(_ kind: MappingEvent.Kind, root: RootPlan, in graph: RecordGraph) {
        guard isObserved else { return }
        var event = Event(kind)
        event.set(mapping: root.mapping, in: plan)
        event.source = root.path
        send(event, graph)
    }

    /// Sends an event about objects of an entity, or about one of its connections.
    func notify(
        _ kind: MappingEvent.Kind, entity: String, property: String? = nil, count: Int,
        in graph: RecordGraph
    ) {
        guard isObserved else { return }
        var event = Event(kind)
        (event.entity, event.property) = (entity, property)
        event.value = .integer(Int64(count))
        send(event, graph)
    }

    func notify(_ issue: PendingIssue, of record: RecordIndex?, in graph: RecordGraph) {
        guard isObserved else { return }
        let index = issue.position.map(TapeIndex.init)
        var event = Event(.failed, at: index)
        event.plan = record.map(graph.plan)
        event.record = record
        if let property = issue.property, let record {
            event.path = graph.path(ofProperty: property, at: index, in: record)
        }
        (event.entity, event.property) = (issue.entity, issue.property)
        event.failure = "\(issue.code): expected \(issue.expected), found \(issue.found)"
        send(event, graph)
    }

    /// The phases of the work, for progress reports.
    enum Phase: Double {
        case collect = 0
        case assign = 0.5
    }

    /// Reports the progress of a phase, unless more has been reported.
    ///
    /// Root paths need not be in payload order.
    mutating func noteProgress(
        _ phase: Phase, _ done: Int, of count: Int, in graph: RecordGraph
    ) {
        guard isObserved, count > 0 else { return }
        noteProgress(phase.rawValue + min(1, Double(done) / Double(count)) / 2, in: graph)
    }

    /// Reports a completed fraction of the work.
    mutating func noteProgress(_ fraction: Double, in graph: RecordGraph) {
        guard isObserved, fraction > progress || progress == 0 else { return }
        progress = fraction
        var event = Event(.progress)
        event.value = .double(fraction)
        send(event, graph)
    }

    /// The parts of an event.
    private struct Event {
        let kind: MappingEvent.Kind
        let index: TapeIndex?
        var mapping: String?
        var plan: EntityPlan?
        var record: RecordIndex?
        var path: Int?
        var entity: String?
        var property: String?
        var source: PayloadPath?
        var value = Value.null
        var failure: String?

        init(_ kind: MappingEvent.Kind, at index: TapeIndex? = nil) {
            (self.kind, self.index) = (kind, index)
        }

        /// Sets an entity mapping or a dynamic mapping.
        mutating func set(mapping index: Int, in plan: MappingPlan) {
            if let entity = plan.entityPlan(at: index) {
                self.plan = plan.entities[entity]
            } else {
                mapping = plan.name(of: index)
            }
        }
    }

    private func send(_ event: Event, _ graph: RecordGraph) {
        guard let observer else { return }
        let (plan, path) = (event.plan, event.path)
        let origin = event.index.flatMap { graph.payloadOrigin(of: $0, in: event.record) }
        observer.mappingOperation(
            didObserve: MappingEvent(
                kind: event.kind, mapping: event.mapping ?? plan?.name ?? "",
                entity: event.entity ?? plan?.layout.name ?? "",
                property: event.property ?? path.flatMap { plan?.nameOfTarget($0) },
                source: event.source ?? path.flatMap { plan?.paths[$0] }, value: event.value,
                payloadValue: event.index.map {
                    PayloadValue(graph.document, at: $0.position)
                },
                record: event.record?.position,
                object: event.record.flatMap { identifier(of: $0, graph) },
                failure: event.failure, target: path, origin: origin?.position))
    }

    /// Returns the object of a record, once it has a number.
    private func identifier(
        of record: RecordIndex, _ graph: RecordGraph
    ) -> ManagedObjectID? {
        guard let object = graph.object(of: graph.records[record]), object.isUsable else {
            return nil
        }
        let root = graph.plan(of: object).layout.root
        return ManagedObjectID(entityName: plan.model.layouts[root].name, number: object.number)
    }
}
