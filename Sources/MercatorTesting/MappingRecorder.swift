import EntityMapper
import ObjectGraph
import Payload
import Synchronization

/// Writes down what an operation does, record by record.
final class MappingRecorder: MappingObserver {
    private let state = Mutex(MappingRecording())

    var recording: MappingRecording { state.withLock { $0 } }

    func mappingOperation(didObserve event: MappingEvent) {
        state.withLock { recording in
            // An operation that meets a conflict does its work again.
            if event.kind == .willMap { recording = MappingRecording() }
            recording.note(event)
        }
    }
}

/// What an operation did.
struct MappingRecording: Sendable {
    /// The records, parents before what is nested in them.
    private(set) var records: [Record] = []

    /// One record.
    struct Record: Sendable {
        /// The mapping that applied.
        let mapping: String
        /// Where it is in the payload.
        let path: String
        /// The object it is about, if it came to that.
        fileprivate(set) var object: ManagedObjectID?
        /// The first keys of its representation.
        let keys: [String]
        /// What became of its mapped paths.
        fileprivate(set) var notes: [MappedPath: Note] = [:]
        /// What became of the record.
        fileprivate(set) var fate = "the operation did not get that far"
        fileprivate(set) var isApplied = false

        /// The place in a text where nothing could be overlooked.
        var shownPath: String { path.isEmpty ? "the top" : "'\(path)'" }
    }

    /// One mapped path of a mapping.
    struct MappedPath: Sendable, Hashable {
        let property: String
        let source: PayloadPath
    }

    /// What became of one mapped path.
    struct Note: Sendable {
        /// The last that was said about it.
        let kind: MappingEvent.Kind
        /// The value that was assigned, or the number of objects.
        let value: Value
        /// Why not, if it did not fit.
        let failure: String?
    }

    fileprivate mutating func note(_ event: MappingEvent) {
        guard let index = event.record else { return }
        guard index < records.count else {
            let keys = event.payloadValue?.members.prefix(MissingKey.keyLimit).map(\.key) ?? []
            records.append(Record(mapping: event.mapping, path: event.path, keys: keys))
            return
        }
        if let object = event.object { records[index].object = object }
        if let property = event.property, let source = event.source {
            records[index].notes[MappedPath(property: property, source: source)] = Note(
                kind: event.kind, value: event.value, failure: event.failure)
            return
        }
        switch event.kind {
        case .didMapRecord:
            records[index].fate = "its object was left out again"
            records[index].isApplied = true
        case .disallowedRecord: records[index].fate = "its mapping does not allow what it asks for"
        case .skippedRecord: records[index].fate = "it is no newer than what is stored"
        case .declined: records[index].fate = "a validation declined it"
        case .failed: records[index].fate = event.failure ?? "something in it did not fit"
        case .failedRecord:
            records[index].fate = records[index].reasonOfFailure
            records[index].isApplied = false
        default: break
        }
    }
}

extension MappingRecording.Record {
    /// What of it did not fit.
    fileprivate var reasonOfFailure: String {
        let reasons = notes.compactMap { path, note in
            note.failure.map { "\(path.property): \($0)" }
        }
        return reasons.min() ?? (isApplied ? "the record around it failed" : fate)
    }
}
