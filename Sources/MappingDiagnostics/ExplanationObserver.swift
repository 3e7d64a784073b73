import EntityMapper
import MercatorPayload
import ObjectGraph
import Synchronization

/// An observer that records the data for an explanation.
///
/// It uses two bytes for each mapped path of each record, and texts for the records that are shown
/// individually.
///
/// It does not keep the document of an event, because the operation appends to the document and
/// would have to copy it.
final class ExplanationObserver: MappingObserver {
    /// The recorded data.
    struct Trace {
        var records: [TracedRecord] = []
        var fates: [Fate] = []
        /// The issues of mapped paths, by index in ``fates``.
        var issues: [Int: String] = [:]
        /// The issues of records as a whole, by record.
        var recordIssues: [Int: [String]] = [:]
        /// The parts of identifications, by record, in the order of their attributes.
        var identities: [Int: [(name: String, value: Value)]] = [:]
        /// The root paths that are absent from the payload.
        var missedRoots: Set<PayloadPath> = []
        /// The tape indices of values that were read by paths from other representations.
        var distantValues: [Int] = []
        /// The new objects of the records seen so far.
        var newObjects: Set<ManagedObjectID> = []
        /// The payload with appended values; `nil` if the operation failed.
        var document: PayloadDocument?
        /// The number of records that are shown individually.
        let recordLimit: Int
    }

    /// A recorded record.
    struct TracedRecord {
        /// The index of the mapping in the plan.
        let plan: Int32
        let position: Int32
        /// The tape index in the payload itself.
        let origin: Int32?
        /// The index in ``Trace/fates`` of the first mapped path.
        let firstFate: Int
        var outcome = MappingExplanation.Outcome.notReached
    }

    /// The outcome for a mapped path.
    struct Fate {
        var finding = MappingExplanation.Finding.absent
        var decision = MappingExplanation.Decision.none
    }

    private let plan: MappingPlan
    private let planIndices: [String: Int]
    private let recordLimit: Int
    private let state: Mutex<Trace>

    init(_ plan: MappingPlan, recordLimit: Int) {
        self.plan = plan
        self.recordLimit = recordLimit
        state = Mutex(Trace(recordLimit: recordLimit))
        planIndices = Dictionary(
            plan.entities.enumerated().map { ($1.name, $0) },
            uniquingKeysWith: { first, _ in first })
    }

    var trace: Trace { state.withLock { $0 } }

    func mappingOperation(didObserve event: MappingEvent) {
        state.withLock { trace in
            if event.kind == .willMap {
                // Only the last attempt counts if the operation starts over.
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
        guard let plan = planIndices[event.mapping], let value = event.payloadValue else { return }
        trace.records.append(
            TracedRecord(
                plan: Int32(plan), position: Int32(value.position),
                origin: event.origin.map { Int32($0) },
                firstFate: trace.fates.count))
        let count = self.plan.entities[plan].paths.count
        trace.fates.append(contentsOf: repeatElement(Fate(), count: count))
    }

    /// Records the outcome for a mapped path; the last of several events is kept.
    private func note(_ event: MappingEvent, _ target: Int, of record: Int, _ trace: inout Trace) {
        let index = trace.records[record].firstFate + target
        switch event.kind {
        case .found:
            trace.fates[index].finding = event.payloadValue?.isNull == true ? .null : .value
            noteValue(event, target, of: record, &trace)
        case .set:
            trace.fates[index].decision = .set
            if trace.records[record].outcome == .unchanged {
                trace.records[record].outcome = .updated
            }
        case .unchanged: trace.fates[index].decision = .unchanged
        case .declined: trace.fates[index].decision = .declined
        case .failed:
            trace.fates[index].decision = .invalid
            if record < recordLimit { trace.issues[index] = event.failure }
        default: break
        }
    }

    /// Records a found value if it is an identifier or belongs to another representation.
    ///
    /// The latter is the case if a path from another representation reads it.
    private func noteValue(
        _ event: MappingEvent, _ target: Int, of record: Int, _ trace: inout Trace
    ) {
        guard let value = event.payloadValue else { return }
        if event.source?.startsAtContext == true {
            trace.distantValues.append(value.position)
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
        trace.identities[record, default: []].append((attribute.name, converted))
    }
}
