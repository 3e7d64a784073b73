import EntityMapper
import MercatorPayload
import ObjectGraph

/// The recorded events of an operation.
struct MappingRecording: Sendable {
    /// The records; parents precede nested records.
    private(set) var records: [Record] = []

    /// The events of a record.
    struct Record: Sendable {
        /// The name of the mapping.
        let mapping: String
        /// The path in the payload.
        let path: String
        /// The object of the record, if the operation got that far.
        fileprivate(set) var object: ManagedObjectID?
        /// The first keys of the representation.
        let keys: [String]
        /// The outcomes of the mapped paths.
        fileprivate(set) var notes: [MappedPath: Note] = [:]
        /// The outcome of the record.
        fileprivate(set) var fate = "the operation did not get that far"
        fileprivate(set) var isApplied = false

        /// The path in a form that is visible even if empty.
        var shownPath: String { path.isEmpty ? "the top" : "'\(path)'" }
    }

    /// A source path and the property it is mapped to.
    struct MappedPath: Sendable, Hashable {
        let property: String
        let source: PayloadPath
    }

    /// The outcome of a mapped path.
    struct Note: Sendable {
        /// The kind of the last event.
        let kind: MappingEvent.Kind
        /// The assigned value, or the number of objects.
        let value: Value
        /// The reason for a failure, if any.
        let failure: String?
    }

    mutating func note(_ event: MappingEvent) {
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
    /// The first reason why the record failed.
    fileprivate var reasonOfFailure: String {
        let reasons = notes.compactMap { path, note in
            note.failure.map { "\(path.property): \($0)" }
        }
        return reasons.min() ?? (isApplied ? "the record around it failed" : fate)
    }
}
