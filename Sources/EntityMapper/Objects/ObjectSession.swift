import ObjectGraph
import Payload

/// What all of one run share: the payload, and what was said about it.
///
/// A class, because closures that apply changes later tell it of them; it never leaves its run.
final class ObjectSession {
    /// The payload; behind it on the tape is what paths have brought together.
    var document: PayloadDocument
    /// How many words and bytes the payload itself has.
    private let payloadSize: (words: Int, bytes: Int)
    /// Where the caller's metadata is on the tape.
    let metadata: Int?
    let rootPath: PayloadPath
    let options: MappingOptions
    private let observer: (any MappingObserver)?
    private(set) var issues: IssueLog
    /// Relationships that lead out of their records and are being followed.
    var outward: Set<PropertyLabel> = []
    /// How many representations were declined.
    var declined = 0
    /// How many records are being read, each inside the one before.
    var depth = 0
    /// Whether the root path led to one representation, not to a list.
    var isSingle = true
    private var recordCount = 0
    private var expressions: [String: TextPattern] = [:]

    init(
        _ document: PayloadDocument, at rootPath: PayloadPath, options: MappingOptions,
        metadata: [String: Value], observer: (any MappingObserver)?
    ) throws(MappingError) {
        self.document = document
        payloadSize = (document.tape.words.count, document.tape.bytes.count)
        self.rootPath = rootPath
        self.options = options
        self.observer = observer
        issues = IssueLog(limit: options.issueLimit)
        self.metadata = try self.document.append(metadata: metadata)
    }

    /// Counts a record.
    ///
    /// - Throws: ``MappingError`` if the task was cancelled.
    func beginRecord(at place: Int, _ mapping: String) throws(MappingError) -> Int {
        if recordCount & 255 == 0 { try MappingError.checkCancellation() }
        recordCount += 1
        notify(.willMapRecord, mapping, record: recordCount - 1, place: place)
        return recordCount - 1
    }

    /// A regular expression, which was checked before.
    func expression(_ pattern: String) -> TextPattern? {
        if let known = expressions[pattern] { return known }
        let expression = try? TextPattern(pattern)
        expressions[pattern] = expression
        return expression
    }
}

/// Reporting what does not fit. Each throws ``MappingError`` if the failure policy says so.
extension ObjectSession {
    /// Notes something about a property.
    func report(
        _ code: MappingIssue.Code, at place: Int, _ label: PropertyLabel, of record: ObjectRecord,
        number: Int, expected: String, found: String, isNotice: Bool = false
    ) throws(MappingError) {
        try add(
            PendingIssue(
                code: code, entity: label.mapping, property: label.name,
                place: origin(of: place) ?? origin(of: record.place), expected: expected,
                found: found, isNotice: isNotice),
            label: label, number: number)
    }

    /// Notes that something is no record where one should be.
    func report(
        _ code: MappingIssue.Code, at record: ObjectRecord, _ mapping: String, expected: String,
        found: String, fails: Bool = false
    ) throws(MappingError) {
        try report(
            code, at: record.place, subject: record.around?.label.mapping ?? mapping,
            label: record.around?.label, number: record.around?.number, expected: expected,
            found: found, fails: fails)
    }

    /// Notes something about a whole record, or what is none.
    func report(
        _ code: MappingIssue.Code, at place: Int, subject: String, label: PropertyLabel? = nil,
        number: Int? = nil, expected: String, found: String, fails: Bool = false
    ) throws(MappingError) {
        try add(
            PendingIssue(
                code: code, entity: subject, property: label?.name, place: origin(of: place),
                expected: expected, found: found),
            label: label, number: number, fails: fails)
    }

    private func add(
        _ issue: PendingIssue, label: PropertyLabel?, number: Int?, fails: Bool = false
    ) throws(MappingError) {
        tell(
            .failed, issue.entity, property: issue.property, source: label?.source,
            place: issue.place, record: number,
            failure: "\(issue.code): expected \(issue.expected), found \(issue.found)")
        if fails || (options.failurePolicy == .fail && !issue.isNotice) {
            throw MappingError(MappingIssue(issue, in: document))
        }
        issues.add(issue)
    }

    /// Where in the payload something is that a path may have brought to the end of the tape.
    private func origin(of place: Int) -> Int? {
        document.tape.origin(of: place, before: payloadSize)
    }
}

/// Telling the observer, if there is one.
extension ObjectSession {
    /// Tells of something about a property.
    func notify(
        _ kind: MappingEvent.Kind, _ label: PropertyLabel, record: Int, place: Int? = nil,
        value: Value = .null
    ) {
        tell(
            kind, label.mapping, property: label.name, source: label.source, value: value,
            place: place, record: record)
    }

    /// Tells of something about a record, or the whole run.
    func notify(
        _ kind: MappingEvent.Kind, _ mapping: String, record: Int? = nil,
        source: PayloadPath? = nil, place: Int? = nil
    ) {
        tell(kind, mapping, source: source, place: place, record: record)
    }

    private func tell(
        _ kind: MappingEvent.Kind, _ mapping: String, property: String? = nil,
        source: PayloadPath? = nil, value: Value = .null, place: Int? = nil, record: Int? = nil,
        failure: String? = nil
    ) {
        guard let observer else { return }
        observer.mappingOperation(
            didObserve: MappingEvent(
                kind: kind, mapping: mapping, entity: mapping, property: property, source: source,
                value: value, payloadValue: place.map { PayloadValue(document, at: $0) },
                record: record, object: nil, failure: failure, target: nil,
                origin: place.flatMap(origin)))
    }
}
