/// The field `Cache-Control`.
///
/// Source: RFC 9111, section 5.2.
package struct CacheControl: Sendable {
    /// The arguments of the directives by name in lower case; of several, the first one counts.
    private var directives: [String: String] = [:]

    package init(_ headers: HeaderFields) {
        for part in Self.parts(of: headers["Cache-Control"] ?? "") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = pair[0].trimmed.lowercased()
            guard directives[name] == nil else { continue }
            directives[name] = pair.count > 1 ? pair[1].trimmed.filter { $0 != "\"" } : ""
        }
    }

    package func contains(_ name: String) -> Bool { directives[name] != nil }

    /// Returns the freshness lifetime of a response in seconds after its arrival, or `nil`.
    ///
    /// Source: RFC 9111, sections 4.2.1 and 4.2.3.
    package func lifetime(_ headers: HeaderFields) -> Int64? {
        guard !contains("no-cache"), let age = directives["max-age"].flatMap(Self.seconds)
        else { return nil }
        let elapsed = headers.values(of: "Age").first.flatMap { Self.seconds($0[...].trimmed) } ?? 0
        return age > elapsed ? age - elapsed : nil
    }

    /// Reads seconds; a number beyond 68 years counts as that.
    private static func seconds(_ text: String) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return min(Int64(text) ?? .max, Int64(Int32.max))
    }

    /// Splits a field at the commas outside of quotation marks.
    private static func parts(of field: String) -> [Substring] {
        var isQuoted = false
        return field.split { character in
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
    }
}
