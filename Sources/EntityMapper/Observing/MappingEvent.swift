public import MercatorPayload
public import ObjectGraph

/// A decision of an operation.
///
/// The events of a record are sent in this order: ``Kind/willMapRecord``; for each mapped path
/// ``Kind/found`` or ``Kind/notFound``; the events of nested records; after all records have been
/// collected, ``Kind/newObject`` or ``Kind/knownObject``; the outcome for each attribute;
/// ``Kind/didMapRecord``, ``Kind/skippedRecord``, ``Kind/disallowedRecord`` or
/// ``Kind/failedRecord``; finally the outcomes for relationships, connections and attributes of
/// other objects.
public struct MappingEvent: Sendable, CustomStringConvertible {
    /// The kind of decision.
    public let kind: Kind
    /// The name of the mapping; empty for events that do not concern a single mapping.
    public let mapping: String
    /// The entity of the record; empty for events that do not concern a single entity.
    public let entity: String
    /// The attribute or relationship concerned; `nil` for other events.
    public let property: String?
    /// The source path of the property, or the root path.
    public let source: PayloadPath?
    /// The value that was or was not assigned; null for events without a value.
    public let value: Value
    /// The representation or value concerned; `nil` for other events.
    public let payloadValue: PayloadValue?
    /// The zero-based number of the record, in traversal order.
    public let record: Int?
    /// The object of the record, once it is identified.
    ///
    /// The identifier remains valid after the save.
    public let object: ManagedObjectID?
    /// The issue of a ``Kind/failed`` event, without its location in the payload.
    public let failure: String?
    /// The index of the mapped path in the plan of the mapping.
    package let target: Int?
    /// The tape index of the value in the payload; for a computed value, the index of its record.
    package let origin: Int?

    package init(
        kind: Kind, mapping: String, entity: String, property: String?, source: PayloadPath?,
        value: Value, payloadValue: PayloadValue?, record: Int?, object: ManagedObjectID?,
        failure: String?, target: Int?, origin: Int?
    ) {
        self.kind = kind
        self.mapping = mapping
        self.entity = entity
        self.property = property
        self.source = source
        self.value = value
        self.payloadValue = payloadValue
        self.record = record
        self.object = object
        self.failure = failure
        self.target = target
        self.origin = origin
    }

    /// The kinds of events; new kinds may be added.
    public struct Kind: Sendable, Hashable, CustomStringConvertible {
        /// A short name of the kind.
        public let description: String

        /// The operation starts or restarts; a restart invalidates earlier events.
        ///
        /// It starts over if ``EntityMapping/followsSubentities`` selects a different mapping for a
        /// representation, or if an object that was to be replaced is preserved.
        public static let willMap = Kind(description: "willMap")
        /// The operation is complete; nothing has been saved yet.
        public static let didMap = Kind(description: "didMap")
        /// Part of the work is done, as indicated by ``MappingEvent/progress``.
        public static let progress = Kind(description: "progress")
        /// The payload contains a root path.
        public static let foundRoot = Kind(description: "foundRoot")
        /// The payload does not contain a root path.
        public static let missedRoot = Kind(description: "missedRoot")
        /// A dynamic mapping has selected a mapping.
        public static let selectedMapping = Kind(description: "selectedMapping")
        /// A representation is mapped as a record.
        public static let willMapRecord = Kind(description: "willMapRecord")
        /// The object of a record is new and will be inserted.
        public static let newObject = Kind(description: "newObject")
        /// The object of a record existed before.
        public static let knownObject = Kind(description: "knownObject")
        /// All attributes of a record have been assigned.
        public static let didMapRecord = Kind(description: "didMapRecord")
        /// A record is not newer than the stored object.
        public static let skippedRecord = Kind(description: "skippedRecord")
        /// A record is not applied, because ``AllowedOperations`` does not permit its change.
        public static let disallowedRecord = Kind(description: "disallowedRecord")
        /// A record is not applied, because something in it or in an enclosing record is invalid.
        public static let failedRecord = Kind(description: "failedRecord")
        /// There is a value for a property, possibly `null`.
        public static let found = Kind(description: "found")
        /// There is no value for a property.
        public static let notFound = Kind(description: "notFound")
        /// A property was set to a different value.
        public static let set = Kind(description: "set")
        /// A property already had the value.
        public static let unchanged = Kind(description: "unchanged")
        /// A value, a record or a representation was declined.
        ///
        /// Values and records are declined by validations, representations by dynamic mappings.
        public static let declined = Kind(description: "declined")
        /// A value or a record is invalid.
        public static let failed = Kind(description: "failed")
        /// A connection has changed a relationship.
        ///
        /// ``MappingEvent/value`` is the number of objects.
        public static let connected = Kind(description: "connected")
        /// Objects of an entity were deleted.
        ///
        /// ``MappingEvent/value`` is their number, without cascades.
        public static let deleted = Kind(description: "deleted")
    }

    /// The completed fraction of the work, from 0 to 1, for events of kind ``Kind/progress``.
    public var progress: Double? {
        guard kind == .progress, case .double(let fraction) = value else { return nil }
        return fraction
    }

    /// The path in the payload, such as `articles[3].id`; for a computed value, the record's path.
    ///
    /// - Complexity: O(siblings along the path).
    public var path: String {
        guard let document = payloadValue?.document, let origin else { return "" }
        return document.tape.path(to: origin)
    }

    /// The event in one line, without values.
    public var description: String {
        let subject = property.map { "\(entity).\($0)" } ?? entity
        let parts = [
            kind.description, subject, source.map { "from '\($0)'" } ?? "",
            origin == nil ? "" : "at \(path.isEmpty ? "the top" : path)", failure ?? "",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }
}
