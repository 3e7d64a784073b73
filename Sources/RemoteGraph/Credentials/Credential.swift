public import HTTPValues
public import ObjectGraph

/// Header fields that authorise requests, and their expiry.
///
/// ```swift
/// let credential = Credential(bearer: token, expiry: Timestamp("2026-11-23T15:00:00Z"))
/// print(credential)      // Credential with Authorization
/// ```
///
/// The values of the fields are in no description.
public struct Credential: Sendable, Hashable, CustomStringConvertible {
    /// The header fields.
    public var fields: HeaderFields
    /// The expiry of the credential; `nil` if unknown.
    ///
    /// The credential is refreshed 30 seconds before.
    public var expiry: Timestamp?
    /// The user of the credential, such as a user's identifier; `nil` if unknown.
    ///
    /// Stored responses are used for the same user only, also with a newer credential and after a
    /// restart. Responses for an unknown user are used until the credential is replaced, except by
    /// a refresh, or until the process ends. The identity is kept in the store, so it must not be
    /// confidential.
    public var identity: String?

    /// Creates a credential from header fields.
    ///
    /// - Parameters:
    ///   - fields: The header fields.
    ///   - expiry: The expiry of the credential.
    ///   - identity: The user of the credential.
    public init(_ fields: HeaderFields, expiry: Timestamp? = nil, identity: String? = nil) {
        self.fields = fields
        self.expiry = expiry
        self.identity = identity
    }

    /// Creates a credential from a bearer token.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - expiry: The expiry of the token.
    ///   - identity: The user of the token.
    ///
    /// Source: RFC 6750, section 2.1.
    public init(bearer token: String, expiry: Timestamp? = nil, identity: String? = nil) {
        self.init(
            ["Authorization": "Bearer \(token)"], expiry: expiry, identity: identity)
    }

    /// The names of the fields.
    public var description: String {
        "Credential with \(fields.fields.map(\.name).joined(separator: ", "))"
    }
}

extension Credential: CustomReflectable {
    /// The description and the expiry.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "fields": description, "expiry": expiry as Any, "identity": identity as Any,
            ])
    }
}
