import MercatorCPostgres
package import ObjectGraph

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// The options of a connection: from its text, a service file, the environment, then libpq.
///
/// The text is a URL (`postgresql://role:password@host:5432/database?sslmode=require`), or pairs of
/// keywords and values (`host=db.example.com dbname=shop`). No error and no description contains
/// the text or a password.
package struct ConnectionOptions: Sendable, CustomStringConvertible {
    /// The options that the text has, by keyword.
    let given: [String: String]
    /// All options, after services and the environment were read.
    let effective: [String: String]

    /// Reads a connection string.
    ///
    /// - Throws: ``StoreError`` with code `cannotOpen`, which does not quote the string: its
    ///   malformed part may be a part of the password.
    package init(_ text: String) throws(StoreError) {
        let malformed = StoreError(
            .cannotOpen,
            "the connection string cannot be read; it has the form "
                + "postgresql://role:password@host:port/database?option=value or host=… dbname=…, "
                + "and '@', ':', '/', '%' and spaces in a part of a URL are written as %40, %3A, "
                + "%2F, %25 and %20")
        guard !text.utf8.contains(0), !ConnectionOptions.hasStrayAt(text),
            let parsed = unsafe ConnectionOptions.take(PQconninfoParse(text, nil))
        else { throw malformed }
        given = parsed
        effective = try ConnectionOptions.resolve(parsed)
        guard ports.allSatisfy({ UInt16($0) != nil }),
            hosts.allSatisfy({ !$0.dropFirst().contains("@") })
        else { throw malformed }
    }

    /// Tests whether a URL has an `@` after the one before its host.
    ///
    /// libpq would read a part of the password as a host or a database.
    private static func hasStrayAt(_ text: String) -> Bool {
        guard let scheme = ["postgresql://", "postgres://"].first(where: text.hasPrefix) else {
            return false
        }
        var rest = text.dropFirst(scheme.count)
        if let end = rest.firstIndex(where: { $0 == "@" || $0 == "/" }), rest[end] == "@" {
            rest = rest[rest.index(after: end)...]
        }
        return rest.prefix { $0 != "?" }.contains("@")
    }

    /// Returns all options with values, and frees their memory; `nil` if there is no memory.
    @unsafe
    private static func take(
        _ options: UnsafeMutablePointer<PQconninfoOption>?
    ) -> [String: String]? {
        guard let options = unsafe options else { return nil }
        defer { unsafe PQconninfoFree(options) }
        var values: [String: String] = [:]
        var next = unsafe options
        while let keyword = unsafe next.pointee.keyword {
            if let value = unsafe next.pointee.val {
                unsafe values[String(cString: keyword)] = String(cString: value)
            }
            unsafe next += 1
        }
        return values
    }

    /// Reads services and the environment, without connecting.
    ///
    /// libpq has no function for that. It reads all options before it checks them, and connects
    /// afterwards; a value that it refuses ends that between the two.
    private static func resolve(
        _ given: [String: String]
    ) throws(StoreError) -> [String: String] {
        var asked = given
        asked["target_session_attrs"] = "none of these"
        let probe = unsafe asked.withKeywords { unsafe PQconnectStartParams($0, $1, 0) }
        defer { unsafe PQfinish(probe) }
        guard var options = unsafe take(PQconninfo(probe)), options["user"] != nil else {
            throw StoreError(
                .cannotOpen,
                "the service '\(given["service"] ?? environment("PGSERVICE") ?? "")' or the "
                    + "settings of the environment for PostgreSQL cannot be read")
        }
        options["password"] = nil
        return options.filter { !$0.value.isEmpty }
    }

    static func environment(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
