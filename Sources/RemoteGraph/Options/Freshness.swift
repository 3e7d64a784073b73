/// The use of stored responses to the same request.
///
/// ```swift
/// options.freshness = .asServed
/// if case .fresh(let articles) = try await manager.load("articles") { show(articles) }
/// ```
///
/// A request with its own field `Cache-Control: no-cache` ignores stored responses and loads
/// everything.
public enum Freshness: String, Sendable, Hashable, CaseIterable {
    /// Sends a conditional request each time.
    case revalidate
    /// Sends a request only after the freshness lifetime: `max-age` of `Cache-Control`, less `Age`.
    ///
    /// A response that nothing has changed renews the lifetime for this manager.
    ///
    /// Source: RFC 9111, section 4.2.
    case asServed
}
