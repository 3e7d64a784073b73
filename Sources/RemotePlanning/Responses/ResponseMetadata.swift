public import HTTPValues
import MercatorPayload
public import ObjectGraph

extension RemotePlan {
    /// Returns the values that mappings read at `@metadata`.
    ///
    /// | path | value |
    /// |---|---|
    /// | `HTTP.request.method`, `HTTP.request.URL` | of the request |
    /// | `HTTP.request.headers.accept` | the field `Accept` of the request |
    /// | `HTTP.response.status` | the status |
    /// | `HTTP.response.URL` | the URL that responded, after redirects |
    /// | `HTTP.response.headers.x-total` | the field `X-Total`; several values with commas |
    /// | `network.arguments` | the arguments of each descriptor, below its root path |
    ///
    /// Secret fields and the values of secret parameters are left out, and so are the fields of a
    /// credential. A manager merges ``RemoteRequest/metadata`` over these values.
    ///
    /// - Parameters:
    ///   - method: The method of the request.
    ///   - url: The URL that was requested.
    ///   - headers: The header fields of the request.
    ///   - status: The status of the response.
    ///   - responder: The URL that responded; by default, the requested one.
    ///   - fields: The header fields of the response.
    ///   - parts: The descriptors that contribute to the response.
    /// - Returns: The values by name.
    ///
    /// Source: RestKit, rule 205.
    public func metadata(
        _ method: ResourceRequest.Method, _ url: String, headers: HeaderFields = [:], status: Int,
        from responder: String? = nil, fields: [(name: String, value: String)],
        _ parts: [ResponseChoice.Part] = []
    ) -> [String: Value] {
        let secrets = Secrets(server)
        var arguments: [String: Value] = [:]
        for part in parts {
            let own = part.descriptor.root.components.reversed()
                .reduce(part.arguments.mapValues(Value.string)) { [$1.name: .dictionary($0)] }
            arguments = arguments.merging(deeply: own)
        }
        let sent = headers.fields.map { ($0.name, $0.value) }
        return [
            "HTTP": [
                "request": [
                    "method": .string(method.rawValue),
                    "URL": .string(secrets.hidingSecrets(of: url)),
                    "headers": .dictionary(Self.values(of: sent, secrets)),
                ],
                "response": [
                    "status": .integer(Int64(status)),
                    "URL": .string(secrets.hidingSecrets(of: responder ?? url)),
                    "headers": .dictionary(Self.values(of: fields, secrets)),
                ],
            ],
            "network": ["arguments": .dictionary(arguments)],
        ]
    }

    private static func values(
        of fields: [(name: String, value: String)], _ secrets: Secrets
    ) -> [String: Value] {
        var values: [String: Value] = [:]
        for field in fields where !secrets.isSecret(field: field.name) {
            let name = field.name.lowercased()
            if case .string(let earlier)? = values[name] {
                values[name] = .string(earlier + ", " + field.value)
            } else {
                values[name] = .string(field.value)
            }
        }
        return values
    }
}

extension [String: Value] {
    /// Adds members, which take precedence; dictionaries with the same name are merged in turn.
    package func merging(deeply members: [String: Value]) -> [String: Value] {
        merging(members) { own, other in
            guard case .dictionary(let own) = own, case .dictionary(let other) = other else {
                return other
            }
            return .dictionary(own.merging(deeply: other))
        }
    }
}
