package import HTTPValues
import ObjectGraph

/// The rules for showing and storing values in URLs and header fields.
///
/// | value | is shown as | is kept as |
/// |---|---|---|
/// | of a harmless parameter or field | itself | itself |
/// | of a credential or a declared secret | `<hidden>` | `<hidden>` |
/// | of any other parameter or field | `<hidden>` | a hash, which distinguishes values |
package struct Secrets: Sendable {
    /// The text that replaces a value.
    package static let replacement = "<hidden>"
    /// The character in front of the hash of a value.
    private static let hashMark: Character = "~"
    /// The fields that carry credentials.
    private static let credentialFields: Set<String> = [
        "authorization", "cookie", "proxy-authorization", "set-cookie",
    ]
    /// Standard fields that reveal nothing about a user.
    private static let harmlessFields: Set<String> = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "accept-ranges", "age",
        "allow", "cache-control", "content-encoding", "content-language", "content-length",
        "content-range", "content-type", "date", "etag", "expires", "idempotency-key", "if-match",
        "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "last-modified",
        "prefer", "preference-applied", "range", "retry-after", "user-agent", "vary",
    ]
    /// The parameters that choose a part, an order or a form of a list by convention.
    private static let harmlessParameters: Set<String> = [
        "_limit", "_order", "_page", "_since", "_sort", "_start", "after", "before", "count",
        "cursor", "direction", "expand", "fields", "format", "include", "lang", "language", "limit",
        "locale", "offset", "order", "order_by", "orderby", "page", "page_number", "page_size",
        "page_token", "pagesize", "pagetoken", "per_page", "perpage", "since", "size", "skip",
        "sort", "sort_by", "sortby", "start", "until",
    ]

    private let secretParameters: Set<String>
    private let secretFields: Set<String>
    private let publicParameters: Set<String>
    private let publicFields: Set<String>

    /// Creates the rules for a server.
    package init(_ server: RemoteDescription) {
        func names(_ names: Set<String>) -> Set<String> { Set(names.map { $0.lowercased() }) }
        secretParameters = names(server.secretParameters)
        secretFields = names(server.secretFields)
        publicParameters = names(server.publicParameters)
        publicFields = names(server.publicFields)
    }
}

/// Fields.
extension Secrets {
    /// Tests whether a field carries a credential or is declared as secret.
    package func isSecret(field: String) -> Bool { isSecretField(field.lowercased()) }

    private func isSecretField(_ name: String) -> Bool {
        Self.credentialFields.contains(name) || secretFields.contains(name)
    }

    /// Tests whether the value of a field is neither shown nor kept.
    package func hides(field: String) -> Bool {
        let name = field.lowercased()
        return isSecretField(name)
            || !(Self.harmlessFields.contains(name) || publicFields.contains(name))
    }

    /// Replaces the values of secret fields.
    func hidingSecrets(
        of fields: [(name: String, value: String)]
    ) -> [(name: String, value: String)] {
        fields.map { isSecret(field: $0.name) ? ($0.name, Self.replacement) : $0 }
    }

    /// Returns the fields as they are kept, without the secret ones.
    package func keeping(_ headers: HeaderFields) -> HeaderFields {
        var kept = headers
        for field in headers.fields where hides(field: field.name) {
            kept[field.name] =
                isSecret(field: field.name)
                ? nil : Self.hash("\(field.name.lowercased()): \(field.value)")
        }
        return kept
    }
}

/// Query parameters.
extension Secrets {
    /// Tests whether a parameter is declared as secret.
    func isSecret(parameter: String) -> Bool {
        secretParameters.contains(Self.key(of: parameter[...]))
    }

    /// Tests whether the value of a parameter is neither shown nor kept.
    package func hides(parameter: String) -> Bool {
        let name = Self.key(of: parameter[...])
        return secretParameters.contains(name)
            || !(Self.harmlessParameters.contains(name) || publicParameters.contains(name))
    }

    /// Returns a URL as it is shown; without user information and fragment.
    package func hiding(_ url: String) -> String {
        replacing(url) { name, _ in hides(parameter: name) ? Self.replacement : nil }
    }

    /// Replaces the values of secret parameters alone; removes user information and the fragment.
    package func hidingSecrets(of url: String) -> String {
        replacing(url) { name, _ in isSecret(parameter: name) ? Self.replacement : nil }
    }

    /// Returns a URL for storing; idempotent.
    package func keeping(_ url: String) -> String {
        replacing(url) { name, value in
            guard hides(parameter: name) else { return nil }
            guard !isSecret(parameter: name) else { return Self.replacement }
            return Self.isHash(value) ? nil : Self.hash("\(name)=\(value)")
        }
    }

    /// Returns a URL without the parameters that are neither shown nor kept.
    package func removing(from url: String) -> String {
        var url = URLReference(url)
        guard let query = url.query else { return url.description }
        let rest = query.split(separator: "&").filter { pair in
            !hides(parameter: String(pair.prefix { $0 != "=" }))
        }
        url.query = rest.isEmpty ? nil : rest.joined(separator: "&")
        return url.description
    }

    /// Returns the secret parameters of a URL, and the secret ones among the fields of its request.
    package func parts(of url: String, _ headers: HeaderFields) -> [String] {
        let query = URLReference(url).query ?? ""
        let fields = headers.fields.filter { isSecret(field: $0.name) }
            .map { "\($0.name.lowercased()):\($0.value)" }
        return query.split(separator: "&").filter { pair in
            pair.contains("=") && isSecret(parameter: String(pair.prefix { $0 != "=" }))
        }.map(String.init) + fields.sorted()
    }

    private func replacing(
        _ url: String, _ replacement: (_ name: String, _ value: Substring) -> String?
    ) -> String {
        var url = URLReference(url)
        url.fragment = nil
        if url.hasUserInformation { url.authority = url.hostAndPort.map(String.init) }
        url.query = url.query.map { query in
            query.split(separator: "&", omittingEmptySubsequences: false).map { pair in
                let name = String(pair.prefix { $0 != "=" })
                let value = pair.dropFirst(name.count + 1)
                guard !value.isEmpty, let text = replacement(name, value) else {
                    return String(pair)
                }
                return "\(name)=\(text)"
            }.joined(separator: "&")
        }
        return url.description
    }

    /// Returns the decoded name of a parameter in lower case, without the brackets of nested ones.
    private static func key(of name: Substring) -> String {
        (PercentEncoding.decoded(String(name)) ?? String(name)).prefix { $0 != "[" }.lowercased()
    }

    /// Returns 128 bits of the hash of a value with its name.
    private static func hash(_ text: String) -> String {
        "\(hashMark)\(Array(SHA256.hash(text.utf8).prefix(16)).hexadecimalText)"
    }

    private static func isHash(_ value: Substring) -> Bool {
        value.first == hashMark && value.count == 33 && value.dropFirst().allSatisfy(\.isHexDigit)
    }
}
