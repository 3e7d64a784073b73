public import MercatorPayload
public import PlainValueMapping

/// The content of failed responses, chosen by requested path, method and status.
///
/// ```swift
/// server.addError(ErrorDescriptor(statuses: .clientError, .problem))
/// server.addError(ErrorDescriptor(statuses: [422], .values(of: fieldErrors, at: "errors")))
/// ```
///
/// Of several that apply, a pattern with a literal precedes one with a parameter, which precedes
/// none; then a single method precedes a set of methods, which precedes any; then few statuses
/// precede many.
public struct ErrorDescriptor: Sendable, Hashable, CustomStringConvertible {
    /// The content of a failed response.
    public struct Content: Sendable, Hashable, CustomStringConvertible {
        /// The name of the mapping, which determines equality, or `problem`.
        public let description: String
        private let root: PayloadPath
        /// Reads the values; `nil` for problem details.
        let values: (@Sendable (PayloadDocument) throws -> [any Sendable])?

        /// Problem details; see ``ProblemDetails``.
        public static let problem = Content(description: "problem", root: .root, values: nil)

        /// Creates the content of bodies that are mapped to plain values.
        ///
        /// - Parameters:
        ///   - mapping: The mapping, whose name determines equality.
        ///   - root: The path to a representation or an array of them.
        /// - Returns: The content.
        public static func values<Mapped: Sendable>(
            of mapping: some PlainMapping<Mapped>,
            at root: some PayloadPathConvertible = PayloadPath.root
        ) -> Content {
            let root = PayloadPath(declared: root)
            return Content(description: mapping.name, root: root) { document in
                try ObjectMappingOperation(mapping).run(document, at: root).values
            }
        }

        /// Compares contents by name and root.
        public static func == (left: Self, right: Self) -> Bool {
            left.description == right.description && left.root == right.root
                && (left.values == nil) == (right.values == nil)
        }

        /// Hashes the name and the root.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(description)
            hasher.combine(root)
        }
    }

    /// The pattern of the requested path; `nil` for any path below the base.
    public var pattern: PathPattern?
    /// The methods of the descriptor.
    public var methods: MethodSet
    /// The statuses of the descriptor, outside of 200 to 299.
    public var statuses: StatusSet
    /// The content of the body.
    public var content: Content

    /// Creates a descriptor.
    ///
    /// - Parameters:
    ///   - pattern: The pattern of the requested path; `nil` for any path below the base.
    ///   - methods: The methods of the descriptor.
    ///   - statuses: The statuses of the descriptor.
    ///   - content: The content of the body.
    public init(
        _ pattern: PathPattern? = nil, methods: MethodSet = .any, statuses: StatusSet = .error,
        _ content: Content
    ) {
        self.pattern = pattern
        self.methods = methods
        self.statuses = statuses
        self.content = content
    }

    /// The pattern and the content in one line.
    public var description: String {
        "error \(pattern.map { "'\($0)'" } ?? "of any path") (\(methods), \(statuses)), "
            + "as \(content)"
    }
}
