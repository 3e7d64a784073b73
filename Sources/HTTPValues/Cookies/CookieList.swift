/// The cookies that servers have set, by origin.
///
/// Times are in seconds since 1970.
///
/// Source: RFC 6265.
package struct CookieList: Sendable {
    /// The greatest number of cookies of an origin; RFC 6265, section 6.1.
    private static let limit = 50

    /// The cookies in the order of creation.
    private var cookies: [Origin: [Cookie]] = [:]

    package init() {}

    /// The number of cookies, including recently expired ones.
    package var count: Int { cookies.values.reduce(0) { $0 + $1.count } }

    /// Takes the cookies of the fields `Set-Cookie` in a response to a request for a URL.
    package mutating func store(_ fields: [String], from url: String, at time: Int64) {
        let url = URLReference(url)
        guard !fields.isEmpty, let origin = Origin(url) else { return }
        var own = cookies.removeValue(forKey: origin) ?? []
        for cookie in fields.compactMap({ Cookie($0, from: url, origin, at: time) }) {
            let index = own.firstIndex { $0.name == cookie.name && $0.path == cookie.path }
            if let index { own[index] = cookie } else { own.append(cookie) }
        }
        own.removeAll { $0.hasExpired(at: time) }
        own.removeFirst(max(0, own.count - Self.limit))
        cookies[origin] = own.isEmpty ? nil : own
    }

    /// Returns the field `Cookie` of a request for a URL, without expired cookies; `nil` for none.
    ///
    /// Source: RFC 6265, section 5.4.
    package mutating func field(for url: String, at time: Int64) -> String? {
        let url = URLReference(url)
        guard let origin = Origin(url) else { return nil }
        let path = url.path.hasPrefix("/") ? url.path : "/"
        cookies[origin]?.removeAll { $0.hasExpired(at: time) }
        // Sorting is stable: among equal lengths, the cookie that was set first precedes.
        let texts = (cookies[origin] ?? []).filter { $0.matches(path: path) }
            .sorted { $0.path.utf8.count > $1.path.utf8.count }.map { "\($0.name)=\($0.value)" }
        return texts.isEmpty ? nil : texts.joined(separator: "; ")
    }
}
