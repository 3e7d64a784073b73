public import ObjectGraph

/// One version of a data model: a `ManagedObjectModel`, and what Xcode keeps beside the entities.
///
/// ```swift
/// let bytes = Array(try Data(contentsOf: contents))
/// let version = try XcodeModelVersion("Model", contents: bytes)
/// version.model["Article"]?.attribute(named: "title")?.rules   // [.maximumLength(80)]
/// ```
public struct XcodeModelVersion: Sendable {
    /// The name of its file, without the ending.
    public let name: String
    /// The identifier that somebody gave it in Xcode, if there is one.
    public let identifier: String?
    /// The entities.
    public let model: ManagedObjectModel
    /// The names of the entities in each configuration.
    public let configurations: [String: [String]]
    /// The fetch request templates, in the order of the file.
    public let fetchRequests: [FetchRequestTemplate]
    /// The fetched properties, which a model of ours does not have: ask with the request.
    public let fetchedProperties: [FetchedProperty]
    /// The fetch indexes: advice that no store of ours needs, since loads make the indexes they use.
    public let fetchIndexes: [FetchIndex]
    /// The class that Xcode generates or expects for an entity, where it is not just its name.
    public let classNames: [String: String]
    /// Everything that the model has in another form or not at all, in the order of the lines.
    ///
    /// Empty for most models. Nothing of the kind is ever left out in silence.
    public let differences: [Difference]

    /// Reads the bytes of a file `contents`.
    ///
    /// A part that a `ManagedObjectModel` cannot have is left out and told in ``differences``; the
    /// rest is the model that the file would describe without it.
    ///
    /// - Throws: ``XcodeModelError`` if the bytes are no XML, or describe no Core Data model.
    public init(_ name: String, contents: [UInt8]) throws(XcodeModelError) {
        let root = try ModelElement(contents, version: name)
        var reader = ModelReader(version: name)
        try reader.read(root)
        model = try reader.makeModel()
        self.name = name
        identifier = reader.identifier
        configurations = reader.configurations
        fetchRequests = reader.fetchRequests
        fetchedProperties = reader.fetchedProperties
        fetchIndexes = reader.fetchIndexes
        classNames = reader.classNames
        differences = reader.differences.sorted { ($0.place.line ?? 0) < ($1.place.line ?? 0) }
    }

    /// A part of the file that the `ManagedObjectModel` has in another form, or not at all.
    ///
    /// ```swift
    /// let lost = version.differences.filter { $0.code == .omitted }
    /// ```
    public struct Difference: Sendable, Hashable, CustomStringConvertible {
        /// The effect on the model.
        public let code: Code
        /// The place in the file.
        public let place: XcodeModelPlace
        /// The reason, and the effect.
        public let message: String

        /// The place and the message.
        public var description: String { "\(place): \(message)" }

        /// The kinds of difference; further ones may come.
        public struct Code: Sendable, Hashable, CustomStringConvertible {
            /// A short name of the kind.
            public let description: String

            /// The part is in the model, in another form.
            public static let changed = Code(description: "changed")
            /// The model is made without the part.
            public static let omitted = Code(description: "omitted")
        }
    }

    /// A named request with places for variables, such as `title CONTAINS $WORD`.
    ///
    /// ```swift
    /// let request = try template.request(variables: ["WORD": "map"])
    /// let articles = try context.fetch(request)
    /// ```
    public struct FetchRequestTemplate: Sendable, Hashable {
        /// The name.
        public let name: String
        /// The entity it asks for.
        public let entity: String
        /// The predicate as text, if there is one.
        public let predicate: String?
        /// How many objects it wants at most; `nil` for all.
        public let limit: Int?

        /// The request with values for the variables.
        ///
        /// - Throws: `PredicateFormatError` if the text is no predicate that can be read, or lacks a
        ///   variable.
        public func request(
            variables: [String: any PredicateArgument] = [:]
        ) throws(PredicateFormatError) -> FetchRequest {
            guard let predicate else { return FetchRequest(entity, limit: limit) }
            return FetchRequest(
                entity,
                where: try EntityPredicate(format: predicate, arguments: [], variables: variables),
                limit: limit)
        }
    }

    /// A property whose value is the answer to a request.
    public struct FetchedProperty: Sendable, Hashable {
        /// The entity that declares it.
        public let entity: String
        /// The name.
        public let name: String
        /// What it asks for; `FETCH_SOURCE` stands for the object.
        public let request: FetchRequestTemplate
    }

    /// Advice to keep an index.
    public struct FetchIndex: Sendable, Hashable {
        /// The entity that declares it.
        public let entity: String
        /// The name; empty for indexes that Xcode kept before it had names for them.
        public let name: String
        /// What is in the index, in order.
        public let elements: [Element]
        /// The condition of objects that are in it, as text; `nil` for all objects.
        public let predicate: String?

        /// One property or expression of an index.
        public struct Element: Sendable, Hashable {
            /// The name of the property, or the text of the expression.
            public let property: String
            /// Whether it goes down.
            public let isDescending: Bool
            /// The kind: `Binary` or `RTree`.
            public let kind: String
        }
    }
}
