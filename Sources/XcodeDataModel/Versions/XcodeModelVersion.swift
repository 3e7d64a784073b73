public import ObjectGraph

/// A version of a data model: a `ManagedObjectModel`, and the further contents of the file.
///
/// ```swift
/// let bytes = Array(try Data(contentsOf: contents))
/// let version = try XcodeModelVersion("Model", contents: bytes)
/// version.model["Article"]?.attribute(named: "title")?.rules   // [.maximumLength(80)]
/// ```
public struct XcodeModelVersion: Sendable {
    /// The name of its file, without the path extension.
    public let name: String
    /// The model version identifier set in Xcode, if any.
    public let identifier: String?
    /// The entities.
    public let model: ManagedObjectModel
    /// The names of the entities in each configuration.
    public let configurations: [String: [String]]
    /// The fetch request templates, in the order of the file.
    public let fetchRequests: [FetchRequestTemplate]
    /// The fetched properties, which a `ManagedObjectModel` lacks; fetch their requests instead.
    public let fetchedProperties: [FetchedProperty]
    /// The fetch indexes, which stores do not require: loads create the indexes they use.
    public let fetchIndexes: [FetchIndex]
    /// The classes that Xcode generates or expects for entities, if not the entity name.
    public let classNames: [String: String]
    /// All parts that the model represents differently or omits, ordered by line.
    ///
    /// Empty for most models. Nothing is omitted without being listed here.
    public let differences: [Difference]

    /// A part of the file that the `ManagedObjectModel` represents differently or omits.
    ///
    /// ```swift
    /// let lost = version.differences.filter { $0.code == .omitted }
    /// ```
    public struct Difference: Sendable, Hashable, CustomStringConvertible {
        /// The effect on the model.
        public let code: Code
        /// The position in the file.
        public let location: XcodeModelLocation
        /// The reason and the effect.
        public let message: String

        /// The position and the message.
        public var description: String { "\(location): \(message)" }

        /// The kinds of differences; further ones may be added.
        public struct Code: Sendable, Hashable, CustomStringConvertible {
            /// The name of the kind.
            public let description: String

            /// The model represents the part differently.
            public static let changed = Code(description: "changed")
            /// The model omits the part.
            public static let omitted = Code(description: "omitted")
        }
    }

    /// A named request that may contain variables, such as `title CONTAINS $WORD`.
    ///
    /// ```swift
    /// let request = try template.request(variables: ["WORD": "map"])
    /// let articles = try context.fetch(request)
    /// ```
    public struct FetchRequestTemplate: Sendable, Hashable {
        /// The name.
        public let name: String
        /// The entity to fetch.
        public let entity: String
        /// The format of the predicate, if there is one.
        public let predicate: String?
        /// The maximum number of objects, or `nil` for all.
        public let limit: Int?

        /// Returns the request with values substituted for its variables.
        ///
        /// - Throws: `PredicateFormatError` if the format of the predicate is invalid, or a
        ///   variable is missing.
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

    /// A property with the result of a request as its value.
    public struct FetchedProperty: Sendable, Hashable {
        /// The entity that declares the property.
        public let entity: String
        /// The name.
        public let name: String
        /// The request; `FETCH_SOURCE` represents the object that has the property.
        public let request: FetchRequestTemplate
    }

    /// A fetch index.
    public struct FetchIndex: Sendable, Hashable {
        /// The entity that declares the index.
        public let entity: String
        /// The name; empty for unnamed indexes from early versions of Xcode.
        public let name: String
        /// The elements of the index, in order.
        public let elements: [Element]
        /// The predicate of a partial index as text, or `nil` for an index of all objects.
        public let predicate: String?

        /// A property or expression in an index.
        public struct Element: Sendable, Hashable {
            /// The name of the property, or the text of the expression.
            public let property: String
            /// Indicates whether the order is descending.
            public let isDescending: Bool
            /// The kind: `Binary` or `RTree`.
            public let kind: String
        }
    }
}
