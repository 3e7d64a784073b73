import HTTPValues
import ObjectGraph

/// A validator as it was read from the store.
struct KnownValidator: Sendable, Hashable {
    let key: ValidatorKey
    let identity: String?
    /// The serialised form, for detecting concurrent changes.
    let text: String
    let validator: StoredValidator

    /// Returns a request with the validator as its condition.
    ///
    /// A change depends on a strong tag only.
    ///
    /// Source: RFC 9110, sections 13.1.1 to 13.1.3.
    func condition(_ request: ResourceRequest) -> ResourceRequest {
        var request = request
        if request.method == .get {
            request.headers["If-None-Match"] = validator.tag?.text
            request.headers["If-Modified-Since"] = validator.lastModified
        } else if let tag = validator.tag, tag.form == .strong {
            request.headers["If-Match"] = tag.text
        }
        return request
    }
}

extension ResourceRequest {
    /// The fields of conditional and range requests.
    private static let conditions = [
        "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range",
        "Range",
    ]

    /// Whether the request depends on a condition that the caller has set.
    var hasCondition: Bool { Self.conditions.contains { headers[$0] != nil } }

    /// Whether a success can have changed the resource.
    ///
    /// Source: RFC 9110, section 9.2.1.
    var isChange: Bool { ![.get, .head, .options].contains(method) }
}
