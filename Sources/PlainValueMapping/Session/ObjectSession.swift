import EntityMapper
import MercatorPayload
import ObjectGraph

/// The shared state of a run: the payload, and the issues and events about it.
///
/// It is a class because closures that apply changes later send notifications through it; it never
/// leaves its run.
final class ObjectSession {
    /// The payload, whose tape also contains appended values that were gathered by paths.
    var document: PayloadDocument
    /// The numbers of words and bytes of the payload itself.
    private let payloadSize: (words: Int, bytes: Int)
    /// The tape index of the caller's metadata.
    let metadata: Int?
    let rootPath: PayloadPath
    let options: MappingOptions
    private let observer: (any MappingObserver)?
    private(set) var issues: IssueLog
    /// The relationships with paths to enclosing objects that are currently being followed.
    var outward: Set<PropertyLabel> = []
    /// The number of declined representations.
    var declined = 0
    /// The current nesting depth of records.
    var depth = 0
    /// Indicates whether the root path denotes a single representation, not an array.
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

    /// Begins a record and returns its number.
    ///
    /// - Throws: ``MappingError`` if the task has been cancelled.
    func beginRecord(at position: Int, _ mapping: String) throws(MappingError) -> Int {
        if recordCount & 255 == 0 { try MappingError.checkCancellation() }
        recordCount += 1
        notify(.willMapRecord, mapping, record: recordCount - 1, position: position)
        return recordCount - 1
    }

    /// Returns the compiled regular expression of a pattern that has been checked before.
    func expression(_ pattern: String) -> TextPattern? {
        if let known = expressions[pattern] { return known }
        let expression = try? TextPattern(pattern)
        expressions[pattern] = expression
        return expression
    }
}

/// Reporting of issues; each method throws ``MappingError`` if the failure policy requires it.
extension ObjectSession {
    /// Records an issue with a property.
    func report(
        _ code: MappingIssue.Code, at position: Int, _ label: PropertyLabel,
        of record: ObjectRecord,
        number: Int, expected: String, found: String, isNotice: Bool = false
    ) throws(MappingError) {
        try add(
            PendingIssue(
                code: code, entity: label.mapping, property: label.name,
                position: origin(of: position) ?? origin(of: record.position), expected: expected,
                found: found, isNotice: isNotice),
            label: label, number: number)
    }

    /// Records that a value is not a record, although one is expected.
    func report(
        _ code: MappingIssue.Code, at record: ObjectRecord, _ mapping: String, expected: String,
        found: String, fails: Bool = false
    ) throws(MappingError) {
        try report(
            code, at: record.position, subject: record.around?.label.mapping ?? mapping,
            label: record.around?.label, number: record.around?.number, expected: expected,
            found: found, fails: fails)
    }

    /// Records an issue with a whole record, or with a value that is not a record.
    func report(
        _ code: MappingIssue.Code, at position: Int, subject: String, label: PropertyLabel? = nil,
        number: Int? = nil, expected: String, found: String, fails: Bool = false
    ) throws(MappingError) {
        try add(
            PendingIssue(
                code: code, entity: subject, property: label?.name, position: origin(of: position),
                expected: expected, found: found),
            label: label, number: number, fails: fails)
    }

    private func add(
        _ issue: PendingIssue, label: PropertyLabel?, number: Int?, fails: Bool = false
    ) throws(MappingError) {
        tell(
            .failed, issue.entity, property: issue.property, source: label?.source,
            position: issue.position, record: number,
            failure: "\(issue.code): expected \(issue.expected), found \(issue.found)")
        if fails || (options.failurePolicy == .fail && !issue.isNotice) {
            throw MappingError(MappingIssue(issue, in: document))
        }
        issues.add(issue)
    }

    /// Returns the index in the payload of a value that a path may have appended to the tape.
    private func origin(of position: Int) -> Int? {
        document.tape.origin(of: position, before: payloadSize)
    }
}

/// Notifications of the observer, if any.
extension ObjectSession {
    /// Sends an event about a property.
    func notify(
        _ kind: MappingEvent.Kind, _ label: PropertyLabel, record: Int, position: Int? = nil,
        value: Value = .null
    ) {
        tell(
            kind, label.mapping, property: label.name, source: label.source, value: value,
            position: position, record: record)
    }

    /// Sends an event about a record, or about the whole run.
    func notify(
        _ kind: MappingEvent.Kind, _ mapping: String, record: Int? = nil,
        source: PayloadPath? = nil, position: Int? = nil
    ) {
        tell(kind, mapping, source: source, position: position, record: record)
    }

    private func tell(
        _ kind: MappingEvent.Kind, _ mapping: String, property: String? = nil,
        source: PayloadPath? = nil, value: Value = .null, position: Int? = nil, record: Int? = nil,
        failure: String? = nil
    ) {
        guard let observer else { return }
        observer.mappingOperation(
            didObserve: MappingEvent(
                kind: kind, mapping: mapping, entity: mapping, property: property, source: source,
                value: value, payloadValue: position.map { PayloadValue(document, at: $0) },
                record: record, object: nil, failure: failure, target: nil,
                origin: position.flatMap(origin)))
    }
}
