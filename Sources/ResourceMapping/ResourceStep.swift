public import HTTPValues

/// The next step of an operation on an object.
///
/// ```swift
/// switch try requests.delete(product) {
/// case .send(let request): queue.append(request)
/// case .deleteLocally: context.delete(product)
/// case .stop(let reason): show(reason)
/// }
/// ```
public enum ResourceStep: Sendable, Hashable {
    /// Send a request.
    case send(ResourceRequest)
    /// Delete the object locally, without a request, because the server does not have it.
    case deleteLocally
    /// Send nothing; the string names the expected state.
    case stop(String)

    /// The request to send, if any.
    public var request: ResourceRequest? {
        if case .send(let request) = self { request } else { nil }
    }
}
