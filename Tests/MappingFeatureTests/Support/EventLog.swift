import EntityMapper
import MercatorPayload
import ObjectGraph
import Synchronization

/// An observer that records the events of operations.
final class EventLog: MappingObserver {
    private let state = Mutex<[MappingEvent]>([])

    var events: [MappingEvent] { state.withLock { $0 } }

    func mappingOperation(didObserve event: MappingEvent) {
        state.withLock { $0.append(event) }
    }

    /// A line for each event with its kind, property and path, without progress.
    var lines: [String] {
        events.filter { $0.kind != .progress }.map { event in
            [event.kind.description, event.property ?? "", event.path].filter { !$0.isEmpty }
                .joined(separator: " ")
        }
    }

    /// Returns the kinds of events about a property, in order.
    func kinds(of property: String) -> [MappingEvent.Kind] {
        events.filter { $0.property == property }.map(\.kind)
    }
}

extension Workbench {
    /// Maps a payload, saves, and returns the observed events.
    func observe(
        _ json: String, _ mappings: MappingSet, options: MappingOptions = MappingOptions()
    ) throws -> (log: EventLog, result: Result<MappingResult, any Error>) {
        let log = EventLog()
        var operation = MappingOperation(
            try MappingPlan(mappings, for: container.model), options: options)
        operation.observer = log
        let document = try PayloadDocument(parsing: json)
        return (log, Result { try operation.run(document, in: container) })
    }
}
