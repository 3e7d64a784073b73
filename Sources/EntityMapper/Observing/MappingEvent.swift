public import ObjectGraph
public import Payload

/// One decision of an operation.
///
/// For one record the events come in the order ``Kind/willMapRecord``; for each mapped path
/// ``Kind/found`` or ``Kind/notFound``; those of the records nested in it; then, when all records are
/// known, ``Kind/newObject`` or ``Kind/knownObject``; what became of its attributes;
/// ``Kind/didMapRecord``, ``Kind/skippedRecord``, ``Kind/disallowedRecord`` or ``Kind/failedRecord``; then what became of
/// relationships, connections and attributes of other objects.
public struct MappingEvent: Sendable, CustomStringConvertible {
    /// What was decided.
    public let kind: Kind
    /// The name of the mapping; empty for events about no single one.
    public let mapping: String
    /// The entity of the record; empty for events about no single one.
    public let entity: String
    /// The attribute or relationship, if it is about one.
    public let property: String?
    /// The source path of the property, or the root path.
    public let source: PayloadPath?
    /// The value that was assigned, or not; null for events that are about no value.
    public let value: Value
    /// The representation, the value in it, or nothing.
    public let payloadValue: PayloadValue?
    /// Which record of the operation it is about, from 0 in the order of the walk.
    public let record: Int?
    /// The object that the record is about, once that is known; it stays if the context is saved.
    public let object: ManagedObjectID?
    /// The issue that goes with ``Kind/failed``, without its place in the payload.
    public let failure: String?
    /// The mapped path it is about, by its place in the plan of the mapping.
    let target: Int?
    /// Where the value is in the payload itself, or what it was made for.
    let origin: Int?

    /// What an event says; further kinds may come.
    public struct Kind: Sendable, Hashable, CustomStringConvertible {
        /// A short name of the kind.
        public let description: String

        /// The operation begins, or begins again: what was told before does not count then.
        ///
        /// It does where ``EntityMapping/followsSubentities`` finds that a representation is for
        /// another mapping, and where an object stays that was to be replaced.
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
        /// A record is about an object that will be inserted.
        public static let newObject = Kind(description: "newObject")
        /// A record is about an object that was there before.
        public static let knownObject = Kind(description: "knownObject")
        /// All attributes of a record are assigned.
        public static let didMapRecord = Kind(description: "didMapRecord")
        /// A record is no newer than what is stored.
        public static let skippedRecord = Kind(description: "skippedRecord")
        /// Nothing of a record is applied, since ``AllowedOperations`` leave out what it asks for.
        public static let disallowedRecord = Kind(description: "disallowedRecord")
        /// Nothing of a record is applied, since something in it does not fit, or in the record that
        /// it is a part of.
        public static let failedRecord = Kind(description: "failedRecord")
        /// There is a value for a property; it may be `null`.
        public static let found = Kind(description: "found")
        /// There is no value for a property.
        public static let notFound = Kind(description: "notFound")
        /// A property got another value.
        public static let set = Kind(description: "set")
        /// A property has the value already.
        public static let unchanged = Kind(description: "unchanged")
        /// A validation left a value or a record out, or a dynamic mapping a representation.
        public static let declined = Kind(description: "declined")
        /// Something did not fit.
        public static let failed = Kind(description: "failed")
        /// A connection has changed a relationship of so many objects: ``MappingEvent/value``.
        public static let connected = Kind(description: "connected")
        /// So many objects of an entity are deleted: ``MappingEvent/value``, without what cascades.
        public static let deleted = Kind(description: "deleted")
    }

    /// How much of the work is done, from 0 to 1, for events of kind ``Kind/progress``.
    public var progress: Double? {
        guard kind == .progress, case .double(let fraction) = value else { return nil }
        return fraction
    }

    /// Where it is in the payload: `articles[3].id`; for a value that a path has made, where the
    /// record is.
    ///
    /// - Complexity: O(siblings on the way).
    public var path: String {
        guard let document = payloadValue?.document, let origin else { return "" }
        return document.tape.path(to: origin)
    }

    /// The event in a line, without values.
    public var description: String {
        let subject = property.map { "\(entity).\($0)" } ?? entity
        let parts = [
            kind.description, subject, source.map { "from '\($0)'" } ?? "",
            origin == nil ? "" : "at \(path.isEmpty ? "the top" : path)", failure ?? "",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }
}
