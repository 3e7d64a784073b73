import HTTPValues
public import MercatorPayload

/// The details of a problem as servers report them in `application/problem+json`.
///
/// ```swift
/// if let problem = error.problem, problem.type == "https://example.com/out-of-credit" {
///     show(problem.detail, problem["balance"]?.double)
/// }
/// ```
///
/// A member of an unexpected type is ignored, as the standard requires.
///
/// Source: RFC 9457, section 3.
public struct ProblemDetails: Sendable, CustomStringConvertible {
    /// The URI of the kind of problem, absolute; `about:blank` if the status is sufficient.
    public let type: String
    /// A summary of the kind of problem.
    public let title: String?
    /// The status in the body; the response's status takes precedence.
    public let status: Int?
    /// An explanation of this occurrence.
    public let detail: String?
    /// The reference of this occurrence, as it came; it need not lead to anything.
    public let instance: String?
    private let root: PayloadValue

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - document: The body of a response; the result is `nil` if it is no object.
    ///   - url: The URL that has responded, against which a relative type is resolved; without it,
    ///     the type stays as it is.
    public init?(_ document: PayloadDocument, from url: String? = nil) {
        root = document.root
        guard root.kind == .object else { return nil }
        type =
            root["type"]?.string.map { type in
                url.map { RemoteURL.resolve(type, against: $0) } ?? type
            } ?? "about:blank"
        title = root["title"]?.string
        let number = root["status"].flatMap { $0.kind == .number ? $0.int64 : nil }
        status = number.flatMap { (100...599).contains($0) ? Int($0) : nil }
        detail = root["detail"]?.string
        instance = root["instance"]?.string
    }

    /// Returns a member, such as an extension of the kind of problem; `nil` if it is absent.
    ///
    /// - Parameter name: The name of the member.
    public subscript(name: String) -> PayloadValue? { root[name] }

    /// The title and the detail, or the kind of the problem; at most 500 characters of each.
    public var description: String {
        let texts = [title, detail].compactMap { $0.map { String($0.prefix(500)) } }
        return texts.isEmpty ? String(type.prefix(500)) : texts.joined(separator: ": ")
    }
}

extension ProblemDetails: CustomReflectable {
    /// The description, since the members can be long.
    public var customMirror: Mirror { Mirror(self, children: ["problem": description]) }
}
