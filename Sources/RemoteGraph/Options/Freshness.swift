/// The use of what the store has from an earlier response to the same request.
///
/// ```swift
/// options.freshness = .asServed
/// if case .fresh(let articles) = try await manager.load("articles") { show(articles) }
/// ```
///
/// A request with a field `Cache-Control: no-cache` of its own ignores the earlier response; it
/// loads everything anew.
public enum Freshness: String, Sendable, Hashable, CaseIterable {
    /// Asks the server each time, and lets it say that nothing has changed.
    case revalidate
    /// Asks the server only after the time for which it has called its response fresh: `max-age`
    /// of `Cache-Control`, less `Age`.
    ///
    /// An answer that nothing has changed renews that time for this manager.
    ///
    /// Source: RFC 9111, section 4.2.
    case asServed
}
