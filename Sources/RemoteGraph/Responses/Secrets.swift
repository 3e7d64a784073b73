import Payload
import ResourceMapping

/// The replacement of confidential values in URLs and header fields.
package struct Secrets: Sendable {
    /// The text in place of a confidential value.
    package static let replacement = "<hidden>"
    /// The fields that carry credentials.
    private static let fields: Set<String> = [
        "authorization", "cookie", "proxy-authorization", "set-cookie",
    ]

    private let parameters: Set<String>
    private let fields: Set<String>

    /// Creates the replacement for a server.
    package init(_ server: RemoteDescription) {
        parameters = Set(server.secretParameters.map { $0.lowercased() })
        fields = Self.fields.union(server.secretFields.map { $0.lowercased() })
    }

    func contains(field: String) -> Bool { fields.contains(field.lowercased()) }

    func contains(parameter: String) -> Bool { parameters.contains(Self.key(of: parameter[...])) }

    func hiding(_ fields: [(name: String, value: String)]) -> [(name: String, value: String)] {
        fields.map { contains(field: $0.name) ? ($0.name, Self.replacement) : $0 }
    }

    /// Returns the fields that are not secret.
    func removing(from headers: HeaderFields) -> HeaderFields {
        var headers = headers
        for field in headers.fields where contains(field: field.name) { headers[field.name] = nil }
        return headers
    }

    /// Returns the secret parameters of a URL, and the secret ones among the fields of its request.
    func parts(of url: String, _ headers: HeaderFields) -> [String] {
        let query = URLReference(url).query ?? ""
        let fields = headers.fields.filter { contains(field: $0.name) }
            .map { "\($0.name.lowercased()):\($0.value)" }
        return query.split(separator: "&").filter(isSecret).map(String.init) + fields.sorted()
    }

    /// Replaces the values of secret parameters; removes user information and the fragment.
    package func hiding(_ url: String) -> String {
        var url = URLReference(url)
        url.fragment = nil
        if url.hasUserInformation { url.authority = url.hostAndPort.map(String.init) }
        url.query = url.query.map { query in
            query.split(separator: "&", omittingEmptySubsequences: false)
                .map { pair in
                    isSecret(pair)
                        ? "\(pair.prefix { $0 != "=" })=\(Self.replacement)" : String(pair)
                }.joined(separator: "&")
        }
        return url.description
    }

    private func isSecret(_ pair: Substring) -> Bool {
        let name = pair.prefix { $0 != "=" }
        return name.count < pair.count && parameters.contains(Self.key(of: name))
    }

    /// Returns a URL without its secret parameters.
    func removing(from url: String) -> String {
        var url = URLReference(url)
        guard let query = url.query else { return url.description }
        let rest = query.split(separator: "&").filter { pair in
            !parameters.contains(Self.key(of: pair.prefix { $0 != "=" }))
        }
        url.query = rest.isEmpty ? nil : rest.joined(separator: "&")
        return url.description
    }

    /// Returns the decoded name of a parameter in lower case, without the brackets of nested ones.
    private static func key(of name: Substring) -> String {
        (PercentEncoding.decoded(String(name)) ?? String(name)).prefix { $0 != "[" }.lowercased()
    }
}
