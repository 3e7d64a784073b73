import MercatorPayload

/// The server of a description.
extension OpenAPIDescription {
    /// A part of a request that authorizes it.
    package enum Authorization: Sendable, Hashable {
        /// A token in the field `Authorization`.
        case bearer
        /// A header field.
        case field(String)
        /// A parameter of the query.
        case parameter(String)
        /// Another scheme, by name.
        case other(String)
    }

    /// The URLs of the servers, in order, with the defaults of their variables.
    ///
    /// Some may be relative to the URL of the description.
    package var servers: [String] {
        (document.root["servers"].map { Array($0.elements) } ?? []).compactMap {
            server -> String? in
            guard let url = server["url"]?.string else { return nil }
            let variables = server["variables"].map { Array($0.members) } ?? []
            return variables.reduce(url) { url, variable in
                url.replacing("{\(variable.key)}", with: variable.value["default"]?.string ?? "")
            }
        }
    }

    /// The authorization of all requests, by the first alternative of the description.
    package var authorization: [Authorization] {
        let schemes = document.root["components"]?["securitySchemes"]
        let required = document.root["security"]?[0].map { Array($0.members) } ?? []
        return required.map { name, _ -> Authorization in
            guard let scheme = schemes?[name] else { return .other(name) }
            switch (scheme["type"]?.string, scheme["name"]?.string, scheme["in"]?.string) {
            case ("http", _, _) where scheme["scheme"]?.string?.lowercased() == "bearer",
                ("oauth2", _, _), ("openIdConnect", _, _):
                return .bearer
            case ("apiKey", let field?, "header"): return .field(field)
            case ("apiKey", let parameter?, "query"): return .parameter(parameter)
            default: return .other(name)
            }
        }
    }
}
