public import ObjectGraph
import Payload
public import ResourceMapping

extension RemotePlan {
    /// Returns the values that mappings read at `@metadata`.
    ///
    /// | path | value |
    /// |---|---|
    /// | `HTTP.request.method`, `HTTP.request.URL` | of the request |
    /// | `HTTP.response.status` | the status |
    /// | `HTTP.response.headers.x-total` | the field `X-Total`; several values with commas |
    /// | `network.arguments` | the arguments of each descriptor, below its root path |
    ///
    /// Secret fields and the values of secret parameters are left out.
    ///
    /// - Parameters:
    ///   - method: The method of the request.
    ///   - url: The URL that was requested.
    ///   - status: The status of the response.
    ///   - fields: The header fields of the response.
    ///   - parts: The descriptors that contribute to the response.
    /// - Returns: The values by name.
    ///
    /// Source: RestKit, rule 205.
    public func metadata(
        _ method: ResourceRequest.Method, _ url: String, status: Int,
        fields: [(name: String, value: String)], _ parts: [ResponseChoice.Part] = []
    ) -> [String: Value] {
        let secrets = Secrets(server)
        var headers: [String: Value] = [:]
        for field in fields where !secrets.contains(field: field.name) {
            let name = field.name.lowercased()
            guard case .string(let earlier)? = headers[name] else {
                headers[name] = .string(field.value)
                continue
            }
            headers[name] = .string(earlier + ", " + field.value)
        }
        var arguments = Value.dictionary([:])
        for part in parts {
            let names = part.descriptor.root.components.map(\.name)
            arguments.merge(part.arguments.mapValues(Value.string), at: names[...])
        }
        return [
            "HTTP": [
                "request": [
                    "method": .string(method.rawValue), "URL": .string(secrets.hiding(url)),
                ],
                "response": ["status": .integer(Int64(status)), "headers": .dictionary(headers)],
            ],
            "network": ["arguments": arguments],
        ]
    }
}

extension Value {
    /// Adds members to a dictionary at the end of a path of keys.
    fileprivate mutating func merge(_ members: [String: Value], at keys: ArraySlice<String>) {
        guard case .dictionary(var own) = self else { return }
        if let key = keys.first {
            own[key, default: .dictionary([:])].merge(members, at: keys.dropFirst())
        } else {
            own.merge(members) { $1 }
        }
        self = .dictionary(own)
    }
}
