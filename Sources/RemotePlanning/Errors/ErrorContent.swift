public import MercatorPayload

/// The content of a failed response's body.
public enum ErrorContent: Sendable {
    /// Problem details.
    case problem(ProblemDetails)
    /// The values of an ``ErrorDescriptor``.
    case values([any Sendable])
    /// The objects of a member `errors`, as in JSON:API.
    case errors([PayloadValue])
    /// A text or bytes without known structure.
    case plain
}
