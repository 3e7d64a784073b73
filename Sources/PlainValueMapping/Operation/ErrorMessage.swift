public import EntityMapper
public import MercatorPayload
public import ObjectGraph

/// An error message of a server about a failed request.
///
/// ```swift
/// // {"errors": [{"message": "No such user"}]}
/// try ErrorMessage.mapping().throwErrors(in: document, at: "errors")
/// ```
///
/// Source: RestKit's `RKErrorMessage`.
public struct ErrorMessage: Error, Sendable, Hashable, CustomStringConvertible {
    /// The message.
    public var message: String
    /// Further information from the server, by name.
    public var userInfo: [String: Value]

    /// Creates an error message.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - userInfo: Further information, by name.
    public init(_ message: String = "", userInfo: [String: Value] = [:]) {
        self.message = message
        self.userInfo = userInfo
    }

    /// The message.
    public var description: String { message }

    /// Returns a mapping for representations of errors.
    ///
    /// - Parameters:
    ///   - message: The path to the message; the empty path for errors that are plain strings.
    ///   - userInfo: The path to an object with further information, if any.
    /// - Returns: The mapping.
    public static func mapping(
        from message: some PayloadPathConvertible = "message", userInfo: PayloadPath? = nil
    ) -> ObjectMapping<ErrorMessage> {
        var messages = ObjectMapping(ErrorMessage())
        messages.addAttributeMapping(from: message, to: \.message)
        if let userInfo {
            messages.addAttributeMapping(from: userInfo, to: \.members)
        }
        return messages
    }
}

extension ErrorMessage {
    /// A dictionary with any contents, as an attribute value.
    fileprivate struct Members: AttributeValue {
        static var attributeType: AttributeType { .dictionary }

        let values: [String: Value]

        var attributeValue: Value { .dictionary(values) }

        init(values: [String: Value]) { self.values = values }

        init?(attributeValue: Value) {
            guard case .dictionary(let values) = attributeValue else { return nil }
            self.values = values
        }
    }

    fileprivate var members: Members {
        get { Members(values: userInfo) }
        set { userInfo = newValue.values }
    }
}

/// The errors reported in a payload, thrown together.
///
/// Source: RestKit, which uses error 1004 for the errors of a response.
public struct ReportedErrors<Reported: Error>: Error, CustomStringConvertible {
    /// The errors, in the order of the payload.
    public let errors: [Reported]
    /// The issues of representations that could not be mapped to errors.
    public let issues: [MappingIssue]

    /// The descriptions of the errors and issues, joined by commas; at most twenty are included.
    public var description: String {
        let texts = errors.prefix(21).map { "\($0)" } + issues.prefix(21).map(\.description)
        return TextLines(texts, of: errors.count + issues.count, limit: 20).joined
    }
}

extension PlainMapping where Mapped: Error {
    /// Throws the errors that a payload reports.
    ///
    /// - Parameters:
    ///   - payload: The payload: a string, bytes, or a parsed document.
    ///   - path: The path to an error, or to an array of errors. If it is absent, nothing is
    ///     thrown.
    /// - Throws: ``ReportedErrors`` if there are any, even if they cannot be mapped;
    ///   ``MappingError`` if a component of the path is applied to a scalar; ``MappingPlanError``
    ///   if the mapping is invalid.
    public func throwErrors(
        in payload: some PayloadConvertible, at path: some PayloadPathConvertible
    ) throws {
        let document = try PayloadDocument(payload)
        let path = PayloadPath(declared: path)
        let result: ObjectMappingResult<Mapped>
        do {
            result = try run(document, at: path)
        } catch let error as MappingError where error.code == .unmappedPayload {
            // A scalar on the path is an error, unlike an absent value.
            let session = try ObjectSession(
                document, at: path, options: MappingOptions(), metadata: [:], observer: nil)
            if case .mismatch = session.findRoot() { throw error }
            return
        }
        guard !result.values.isEmpty || result.issueCount > 0 else { return }
        throw ReportedErrors(errors: result.values, issues: result.issues)
    }
}

extension ReportedErrors: CustomReflectable {
    /// The first errors and issues, and the total number of errors.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "errors": Array(errors.prefix(20)), "issues": Array(issues.prefix(5)),
                "count": errors.count,
            ])
    }
}
