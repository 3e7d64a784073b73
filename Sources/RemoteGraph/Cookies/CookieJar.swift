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
    /// The greatest number of cookies of an origin; RFC 6265, section 6.1.
    private static let limit = 50

    private struct State {
        /// The cookies in the order of creation.
        var cookies: [Origin: [Cookie]] = [:]
        var identity: String?
    }

    private let state = Mutex(State())

    /// Creates an empty jar.
    public init() {}

    /// The number of cookies, including recently expired ones.
    public var count: Int { state.withLock { $0.cookies.values.reduce(0) { $0 + $1.count } } }

    /// Takes out all cookies.
    public func removeAll() { state.withLock { $0.cookies = [:] } }

    /// The number of cookies.
    public var description: String { "CookieJar with \(count) cookies" }

    /// The description only.
    public var customMirror: Mirror { Mirror(self, children: ["count": count]) }
}

extension CookieJar {
    /// Takes the cookies of a response to a request for a URL.
    func store(_ fields: [String], from url: String, at date: Timestamp) {
        let url = URLReference(url)
        guard !fields.isEmpty, let origin = Origin(url) else { return }
        state.withLock { state in
            var cookies = state.cookies.removeValue(forKey: origin) ?? []
            for cookie in fields.compactMap({ Cookie($0, from: url, origin, at: date) }) {
                let index = cookies.firstIndex {
                    $0.name == cookie.name && $0.path == cookie.path
                }
                if let index { cookies[index] = cookie } else { cookies.append(cookie) }
            }
            cookies.removeAll { $0.hasExpired(at: date) }
            cookies.removeFirst(max(0, cookies.count - Self.limit))
            state.cookies[origin] = cookies.isEmpty ? nil : cookies
        }
    }

    /// Returns the field `Cookie` of a request for a URL; `nil` for none.
    ///
    /// Source: RFC 6265, section 5.4.
    func field(for url: String, at date: Timestamp) -> String? {
        let url = URLReference(url)
        guard let origin = Origin(url) else { return nil }
        let path = url.path.hasPrefix("/") ? url.path : "/"
        let cookies = state.withLock { state in
            state.cookies[origin]?.removeAll { $0.hasExpired(at: date) }
            return state.cookies[origin]?.filter { $0.matches(path: path) } ?? []
        }
        // Sorting is stable: among equal lengths, the cookie that was set first precedes.
        let texts = cookies.sorted { $0.path.utf8.count > $1.path.utf8.count }
            .map { "\($0.name)=\($0.value)" }
        return texts.isEmpty ? nil : texts.joined(separator: "; ")
    }

    /// Sets the user of requests; removes the cookies of a previous user.
    func use(_ identity: String?) {
        state.withLock { state in
            if let last = state.identity, last != identity { state.cookies = [:] }
            state.identity = identity
        }
    }
}

extension Cookie {
    fileprivate func hasExpired(at date: Timestamp) -> Bool {
        expiry.map { $0 <= date } ?? false
    }
}
