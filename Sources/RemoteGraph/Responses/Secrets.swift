import Payload
import ResourceMapping

/// The replacement of confidential values in URLs and header fields.
struct Secrets: Sendable {
    /// The text in place of a confidential value.
    static let replacement = "<hidden>"
    /// The fields that carry credentials.
    private static let fields: Set<String> = [
        "authorization", "cookie", "proxy-authorization", "set-cookie",
    ]

    private let parameters: Set<String>
    private let fields: Set<String>

    init(_ server: RemoteDescription) {
        parameters = Set(server.secretParameters.map { $0.lowercased() })
        fields = Self.fields.union(server.secretFields.map { $0.lowercased() })
    }

    func contains(field: String) -> Bool { fields.contains(field.lowercased()) }

    func hiding(_ fields: [(name: String, value: String)]) -> [(name: String, value: String)] {
        fields.map { contains(field: $0.name) ? ($0.name, Self.replacement) : $0 }
    }

    /// Replaces the values of secret parameters; removes user information and the fragment.
    func hiding(_ url: String) -> String {
        var url = URLReference(url)
        url.fragment = nil
        if url.hasUserInformation { url.authority = url.hostAndPort.map(String.init) }
        url.query = url.query.map { query in
            query.split(separator: "&", omittingEmptySubsequences: false)
                .map { pair in
                    let name = pair.prefix { $0 != "=" }
                    let isSecret =
                        name.count < pair.count && parameters.contains(Self.key(of: name))
                    return isSecret ? "\(name)=\(Self.replacement)" : String(pair)
                }.joined(separator: "&")
        }
        return url.description
    }

    /// Returns the decoded name of a parameter in lower case, without the brackets of nested ones.
    private static func key(of name: Substring) -> String {
        (PercentEncoding.decoded(String(name)) ?? String(name)).prefix { $0 != "[" }.lowercased()
    }
}
