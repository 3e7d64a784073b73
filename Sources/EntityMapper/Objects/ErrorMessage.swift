public import ObjectGraph
public import Payload

/// What a server says about a request that failed.
///
/// ```swift
/// // {"errors": [{"message": "No such user"}]}
/// try ErrorMessage.mapping().throwErrors(in: document, at: "errors")
/// ```
///
/// Source: RestKit's `RKErrorMessage`.
public struct ErrorMessage: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong.
    public var message: String
    /// What else the server says, by name.
    public var userInfo: [String: Value]

    /// Makes a message.
    ///
    /// - Parameters:
    ///   - message: What went wrong.
    ///   - userInfo: What else there is to say.
    public init(_ message: String = "", userInfo: [String: Value] = [:]) {
        self.message = message
        self.userInfo = userInfo
    }

    /// The message.
    public var description: String { message }

    /// Maps a representation of an error.
    ///
    /// - Parameters:
    ///   - message: The way to the message; the empty path for errors that are bare texts.
    ///   - userInfo: The way to an object with everything else, if there is one.
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
    /// An object with whatever is in it, as an attribute.
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

/// The errors that a payload reported, thrown as one.
///
/// Source: RestKit, where error 1004 stands for the errors of a response.
public struct ReportedErrors<Reported: Error>: Error, CustomStringConvertible {
    /// The errors, in the order of the payload.
    public let errors: [Reported]
    /// What did not fit among them.
    public let issues: [MappingIssue]

    /// The descriptions of the errors, joined by commas; twenty at most.
    public var description: String {
        let texts = errors.prefix(21).map { "\($0)" } + issues.prefix(21).map(\.description)
        return TextLines(texts, of: errors.count + issues.count, limit: 20).joined
    }
}

extension PlainMapping where Mapped: Error {
    /// Throws the errors that a payload reports.
    ///
    /// - Parameters:
    ///   - payload: The payload: a text, bytes, or a document that was parsed before.
    ///   - path: The way to an error, or an array of errors. Without anything there, nothing is thrown.
    /// - Throws: ``ReportedErrors`` if there are any, also where they do not fit; ``MappingError`` if
    ///   a step of the path leads through a scalar; ``MappingPlanError`` if the mapping cannot work.
    public func throwErrors(
        in payload: some PayloadConvertible, at path: some PayloadPathConvertible
    ) throws {
        let document = try PayloadDocument(payload)
        let path = PayloadPath(declared: path)
        let result: ObjectMappingResult<Mapped>
        do {
            result = try run(document, at: path)
        } catch let error as MappingError where error.code == .unmappedPayload {
            // Something that stands in the way of the path is not the same as nothing.
            let session = try ObjectSession(
                document, at: path, options: MappingOptions(), metadata: [:], observer: nil)
            if case .misfit = session.findRoot() { throw error }
            return
        }
        guard !result.values.isEmpty || result.issueCount > 0 else { return }
        throw ReportedErrors(errors: result.values, issues: result.issues)
    }
}

extension ReportedErrors: CustomReflectable {
    /// The first errors and issues, and how many errors there are.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "errors": Array(errors.prefix(20)), "issues": Array(issues.prefix(5)),
                "count": errors.count,
            ])
    }
}
