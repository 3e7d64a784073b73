package import MercatorPayload

/// The server of a generated package: what it loads, and what its requests have.
///
/// Nothing of it is a secret: values that may be secret are ``Text/environment(_:)``.
package struct PackageServer: Sendable {
    /// A text of a request.
    package enum Text: Sendable, Hashable {
        /// A text in the sources.
        case written(String)
        /// The value of an environment variable when the program runs.
        case environment(String)

        /// The name of the environment variable; `nil` for a written text.
        var variable: String? { if case .environment(let name) = self { name } else { nil } }
    }

    /// A header field of all requests.
    package enum Field: Sendable, Hashable {
        /// A field with a name.
        case named(String, Text)
        /// The token in an environment variable, as the field `Authorization`.
        case bearer(String)
        /// The field `NAME: VALUE` that an environment variable has.
        case line(String)

        /// The name of the environment variable; `nil` for a written field.
        var variable: String? {
            switch self {
            case .bearer(let name), .line(let name): name
            case .named(_, let text): text.variable
            }
        }
    }

    /// The records of a response.
    package struct Records: Sendable, Hashable {
        /// The path of the records.
        package let root: PayloadPath
        /// The name of their mapping.
        package let mapping: String

        package init(_ root: PayloadPath, using mapping: String) {
            (self.root, self.mapping) = (root, mapping)
        }
    }

    /// A route with GET.
    package struct Route: Sendable {
        /// The name of the route.
        package let name: String
        /// The pattern of the path, in the notation of `PathPattern`.
        package let pattern: String
        /// The values of each parameter of the query.
        package var query: [String: [Text]] = [:]
        /// The records of its responses.
        package var records: [Records] = []
        /// The entity whose objects have this path; `nil` for a route by name.
        package var entity: String?
        /// The Swift expression of the paging style; `nil` for a route that is only declared.
        package var style: String?

        package init(named name: String, _ pattern: String) {
            (self.name, self.pattern) = (name, pattern)
        }
    }

    /// The common beginning of all URLs.
    package let base: String
    /// The routes.
    package var routes: [Route] = []
    /// The header fields of all requests.
    package var fields: [Field] = []
    /// The names of formats in Swift for content types that do not tell them, by content type.
    package var formats: [String: String] = [:]
    /// The host that may be reached without TLS; `nil` for loopback alone.
    package var cleartextHost: String?
    /// The greatest number of seconds that a request may take; `nil` for any.
    package var timeLimit: Int64?
    /// The path of the PEM file with the certificates of trusted authorities; `nil` for the
    /// system's authorities.
    package var authorities: String?

    package init(base: String) { self.base = base }

    /// The names of the environment variables that the program reads, first for fields, then for
    /// parameters.
    package var variables: [String] { fields.compactMap(\.variable) + parameterVariables }

    /// The names of the environment variables with values of parameters.
    var parameterVariables: [String] {
        routes.flatMap { $0.query.sorted { $0.key < $1.key } }.flatMap(\.value)
            .compactMap(\.variable)
    }
}
