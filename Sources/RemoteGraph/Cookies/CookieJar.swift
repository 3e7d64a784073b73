import HTTPValues
import ObjectGraph
import Synchronization

/// The cookies that servers have set, in memory.
///
/// A cookie is sent back only to the origin that has set it: a `Domain` must be the host itself,
/// and `Secure` is refused without TLS. `Path`, `Max-Age` and `Expires` are obeyed. Each origin has
/// at most 50 cookies; the oldest are dropped. The jar is emptied when a user signs out: when a
/// credential cannot be refreshed, and when requests have no credential or a different user's.
///
/// ```swift
/// options.cookies = CookieJar()
/// ```
///
/// Values of cookies are in no error, event or description. A request's own field `Cookie` replaces
/// the cookies of the jar.
///
/// Source: RFC 6265.
public final class CookieJar: Sendable, CustomStringConvertible, CustomReflectable {
    private struct State {
        var cookies = CookieList()
        var identity: String?
    }

    private let state = Mutex(State())

    /// Creates an empty jar.
    public init() {}

    /// The number of cookies, including recently expired ones.
    public var count: Int { state.withLock { $0.cookies.count } }

    /// Takes out all cookies.
    public func removeAll() { state.withLock { $0.cookies = CookieList() } }

    /// The number of cookies.
    public var description: String { "CookieJar with \(count) cookies" }

    /// The description only.
    public var customMirror: Mirror { Mirror(self, children: ["count": count]) }
}

extension CookieJar {
    /// Takes the cookies of a response to a request for a URL.
    func store(_ fields: [String], from url: String, at date: Timestamp) {
        state.withLock { $0.cookies.store(fields, from: url, at: date.seconds) }
    }

    /// Returns the field `Cookie` of a request for a URL; `nil` for none.
    func field(for url: String, at date: Timestamp) -> String? {
        state.withLock { $0.cookies.field(for: url, at: date.seconds) }
    }

    /// Sets the user of requests; removes the cookies of a previous user.
    func use(_ identity: String?) {
        state.withLock { state in
            if let last = state.identity, last != identity { state.cookies = CookieList() }
            state.identity = identity
        }
    }
}
