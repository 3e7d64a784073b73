import ObjectGraph
import Payload
import Synchronization

/// Keeps what an explanation is made of: two bytes for each mapped path of each record, and texts for
/// the records that are told of one by one.
///
/// Nothing here keeps a document of an event: the operation appends to it, and would have to copy it.
final class ExplanationObserver: MappingObserver {
    /// What was seen.
    struct Trace {
        var records: [TracedRecord] = []
        var fates: [Fate] = []
        /// The issues of mapped paths, by their place in ``fates``.
        var issues: [Int: String] = [:]
        /// The issues of records as a whole.
        var recordIssues: [Int: [String]] = [:]
        /// The parts of identifications, in the order of their attributes.
        var identities: [Int: [String]] = [:]
        /// The root paths that are not in the payload.
        var missedRoots: Set<PayloadPath> = []
        /// Places that were reached from elsewhere than from the representation they are in.
        var distantPlaces: [Int] = []
        /// The objects that records before were about, and that are new.
        var newObjects: Set<ManagedObjectID> = []
        /// The payload and what was appended to it; `nil` if the operation failed.
        var document: PayloadDocument?
        /// How many records are told of one by one.
        let recordLimit: Int
    }

    /// One record.
    struct TracedRecord {
        /// The mapping, by its place in the plan.
        let plan: Int32
        let place: Int32
        /// Where it is in the payload itself.
        let origin: Int32
        /// Where its mapped paths begin among the fates.
        let firstFate: Int
        var outcome = MappingExplanation.Outcome.notReached
    }

    /// What became of a mapped path.
    struct Fate {
        var finding = MappingExplanation.Finding.absent
        var decision = MappingExplanation.Decision.none
    }

    private let plan: MappingPlan
    private let places: [String: Int]
    private let recordLimit: Int
    private let state: Mutex<Trace>

    init(_ plan: MappingPlan, recordLimit: Int) {
        self.plan = plan
        self.recordLimit = recordLimit
        state = Mutex(Trace(recordLimit: recordLimit))
        places = Dictionary(
            plan.entities.enumerated().map { ($1.name, $0) },
            uniquingKeysWith: { first, _ in first })
    }

    var trace: Trace { state.withLock { $0 } }

    func mappingOperation(didObserve event: MappingEvent) {
        state.withLock { trace in
            if event.kind == .willMap {
                // A walk that begins again has the last word.
                trace = Trace(recordLimit: recordLimit)
            } else if let record = event.record {
                note(event, of: record, &trace)
            } else if event.kind == .missedRoot, let path = event.source {
                trace.missedRoots.insert(path)
            } else if event.kind == .didMap {
                trace.document = event.payloadValue?.document
            }
        }
    }

    private func note(_ event: MappingEvent, of record: Int, _ trace: inout Trace) {
        guard record < trace.records.count else {
            add(event, &trace)
            return
        }
        if let target = event.target {
            note(event, target, of: record, &trace)
            return
        }
        switch event.kind {
        case .newObject:
            let isFirst = event.object.map { trace.newObjects.insert($0).inserted } ?? true
            trace.records[record].outcome = isFirst ? .inserted : .unchanged
        case .knownObject: trace.records[record].outcome = .unchanged
        case .disallowedRecord: trace.records[record].outcome = .disallowed
        case .skippedRecord: trace.records[record].outcome = .skipped
        case .failedRecord: trace.records[record].outcome = .failed
        case .declined: trace.records[record].outcome = .declined
        case .failed where record < recordLimit:
            trace.recordIssues[record, default: []].append(event.failure ?? "")
        default: break
        }
    }

    private func add(_ event: MappingEvent, _ trace: inout Trace) {
        guard let plan = places[event.mapping], let value = event.payloadValue else { return }
        trace.records.append(
            TracedRecord(
                plan: Int32(plan), place: Int32(value.position), origin: Int32(event.origin ?? -1),
                firstFate: trace.fates.count))
        let count = self.plan.entities[plan].paths.count
        trace.fates.append(contentsOf: repeatElement(Fate(), count: count))
    }

    /// Notes what became of a mapped path; of several events about it the last one counts.
    private func note(_ event: MappingEvent, _ target: Int, of record: Int, _ trace: inout Trace) {
        let place = trace.records[record].firstFate + target
        switch event.kind {
        case .found:
            trace.fates[place].finding = event.payloadValue?.isNull == true ? .null : .value
            noteValue(event, target, of: record, &trace)
        case .set:
            trace.fates[place].decision = .set
            if trace.records[record].outcome == .unchanged {
                trace.records[record].outcome = .updated
            }
        case .unchanged: trace.fates[place].decision = .unchanged
        case .declined: trace.fates[place].decision = .declined
        case .failed:
            trace.fates[place].decision = .invalid
            if record < recordLimit { trace.issues[place] = event.failure }
        default: break
        }
    }

    /// Notes which value was found, where that is of interest later.
    private func noteValue(
        _ event: MappingEvent, _ target: Int, of record: Int, _ trace: inout Trace
    ) {
        guard let value = event.payloadValue else { return }
        if case .context = event.source?.components.first?.kind {
            trace.distantPlaces.append(value.position)
        }
        let mapping = plan.entities[Int(trace.records[record].plan)]
        guard record < recordLimit, let identification = mapping.identification,
            identification.attributes.contains(target)
        else { return }
        let attribute = mapping.attributes[target]
        guard
            case .value(let converted) = attribute.conversion.convert(
                value.document, at: value.position), !converted.isNull
        else { return }
        trace.identities[record, default: []].append("\(attribute.name): \(converted)")
    }
}
