public import ObjectGraph
public import Payload

/// One decision of an operation.
///
/// For one record the events come in the order ``Kind/willMapRecord``; those about its relationships
/// being found; then, when all records are known, those about its attributes; ``Kind/didMapRecord``;
/// then those about relationships, routes and connections being set.
public struct MappingEvent: Sendable, CustomStringConvertible {
    /// What was decided.
    public let kind: Kind
    /// The name of the mapping; empty for events about the whole operation.
    public let mapping: String
    /// The entity of the record; empty for events about the whole operation.
    public let entity: String
    /// The attribute or relationship, if it is about one.
    public let property: String?
    /// The source path of the property, or the root path.
    public let source: PayloadPath?
    /// The value that was assigned, or not; null for events that are about no value.
    public let value: Value
    /// The representation, the value in it, or nothing.
    public let payloadValue: PayloadValue?
    /// Which record of the operation it is about, from 0 in the order of the payload.
    public let record: Int?
    /// The issue that goes with ``Kind/failed``, without its place in the payload.
    public let failure: String?

    /// What an event says; further kinds may come.
    public struct Kind: Sendable, Hashable, CustomStringConvertible {
        /// A short name of the kind.
        public let description: String

        /// The operation begins.
        public static let willMap = Kind(description: "willMap")
        /// The operation is done; nothing is saved yet.
        public static let didMap = Kind(description: "didMap")
        /// A part of the work is done: ``MappingEvent/progress`` says how much.
        public static let progress = Kind(description: "progress")
        /// A root path is in the payload.
        public static let foundRoot = Kind(description: "foundRoot")
        /// A root path is not in the payload.
        public static let missedRoot = Kind(description: "missedRoot")
        /// A dynamic mapping has chosen.
        public static let selectedMapping = Kind(description: "selectedMapping")
        /// A representation is a record.
        public static let willMapRecord = Kind(description: "willMapRecord")
        /// All attributes of a record are assigned.
        public static let didMapRecord = Kind(description: "didMapRecord")
        /// A record is no newer than what is stored.
        public static let skippedRecord = Kind(description: "skippedRecord")
        /// There is a value for a property; it may be `null`.
        public static let found = Kind(description: "found")
        /// There is no value for a property.
        public static let notFound = Kind(description: "notFound")
        /// A property got another value.
        public static let set = Kind(description: "set")
        /// A property has the value already.
        public static let unchanged = Kind(description: "unchanged")
        /// A validation left a value, or a record, out.
        public static let declined = Kind(description: "declined")
        /// Something did not fit.
        public static let failed = Kind(description: "failed")
        /// A connection has changed a relationship of so many objects: ``MappingEvent/value``.
        public static let connected = Kind(description: "connected")
    }

    /// How much of the work is done, from 0 to 1, for events of kind ``Kind/progress``.
    public var progress: Double? {
        guard kind == .progress, case .double(let fraction) = value else { return nil }
        return fraction
    }

    /// Where it is in the payload: `articles[3].id`.
    ///
    /// - Complexity: O(siblings on the way).
    public var path: String {
        payloadValue.map { $0.document.tape.path(to: $0.position) } ?? ""
    }

    /// The event in a line, without values.
    public var description: String {
        let subject = property.map { "\(entity).\($0)" } ?? entity
        let parts = [
            kind.description, subject, source.map { "from '\($0)'" } ?? "",
            payloadValue == nil ? "" : "at \(path.isEmpty ? "the top" : path)", failure ?? "",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }
}
