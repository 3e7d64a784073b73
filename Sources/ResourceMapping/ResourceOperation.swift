import EntityMapper
import MappingConventions
public import MercatorPayload
import RepresentationWriting

/// The purpose of a request, which determines the meaning of the response's status.
///
/// | | 200…204 | 401 | 404, 410 | other |
/// |---|---|---|---|---|
/// | ``save``, ``refresh`` | apply | authenticate | delete here | fail |
/// | ``delete`` | delete here | authenticate | delete here | fail |
/// | ``list`` | apply | authenticate | fail | fail |
///
/// ```swift
/// ResourceOperation.refresh.action(forStatus: 404)      // deleteLocally
/// ```
///
/// Source: TSNREST, and RFC 9110, section 15.5.11, for 410.
public enum ResourceOperation: String, Sendable, Hashable, CaseIterable {
    /// Sends an object.
    case save
    /// Deletes an object.
    case delete
    /// Requests an object, possibly only to test whether it still exists.
    case refresh
    /// Requests any number of objects.
    case list

    /// Returns the action for a status.
    ///
    /// - Parameter status: The status of the response.
    /// - Returns: The action.
    public func action(forStatus status: Int) -> ResponseAction {
        switch (self, status) {
        case (.delete, 200...204): .deleteLocally
        case (_, 200...204): .apply
        case (_, 401): .authenticate
        case (.save, 404), (.delete, 404), (.refresh, 404): .deleteLocally
        case (.save, 410), (.delete, 410), (.refresh, 410): .deleteLocally
        default: .fail(status: status)
        }
    }

    /// Returns the action for a response without an HTTP status, such as the contents of a file.
    ///
    /// - Parameter body: The payload, whose member `statusCode` is the status.
    /// - Returns: The action; without that member, failure with status 0.
    public func action(forBody body: PayloadDocument) -> ResponseAction {
        let status = body.root["statusCode"]?.int64.flatMap { Int(exactly: $0) }
        return action(forStatus: status ?? 0)
    }

    /// Returns the action for bytes or a string without an HTTP status, such as file contents.
    ///
    /// - Parameter body: The payload, whose member `statusCode` is the status.
    /// - Returns: The action; without that member, failure with status 0.
    /// - Throws: `PayloadError` if the payload is not valid JSON.
    public func action(forBody body: some PayloadConvertible) throws -> ResponseAction {
        action(forBody: try PayloadDocument(body))
    }
}

/// The action that a response requires.
///
/// ```swift
/// guard ResourceOperation.list.action(forStatus: status) == .apply else { return }
/// try operation.run(body, in: container)
/// ```
public enum ResponseAction: Sendable, Hashable {
    /// Maps the payload.
    case apply
    /// Deletes the local object, which no longer exists on the server.
    case deleteLocally
    /// Repeats the request after the user has logged in.
    case authenticate
    /// Does nothing, since the request has failed.
    case fail(status: Int)
}
