import MercatorPayload

/// Reads the routes of a description that give records: `GET` with a response in JSON.
struct RouteReader {
    var reader: SchemaReader
    private(set) var routes: [DescribedRoute] = []
    /// The paths of all routes, also of those without a response in JSON.
    private(set) var paths: [String] = []

    init(_ description: OpenAPIDescription) { reader = SchemaReader(description) }

    /// Reads all routes, in order of path.
    mutating func read() throws(InferenceError) {
        guard let paths = reader.description.document.root["paths"] else { return }
        for (path, item) in paths.members.sorted(by: { $0.key < $1.key }) {
            self.paths.append(path)
            let item = try reader.referenced(item)
            guard let operation = item["get"],
                let schema = try schema(of: operation)
            else { continue }
            let parameters = try parameters(of: item) + parameters(of: operation)
            var route = DescribedRoute(
                path: path,
                pageParameters: parameters.compactMap { parameter in
                    guard parameter["in"]?.string == "query" else { return nil }
                    return parameter["name"]?.string.flatMap {
                        DescribedRoute.choosesPage($0) ? $0 : nil
                    }
                }, schema: schema)
            route.requiredParameters = parameters.filter {
                $0["required"]?.bool == true && $0["in"]?.string != "path"
            }.compactMap { $0["name"]?.string }
            route.paging = parameters.lazy.compactMap(InferredRoute.Paging.init).first
            routes.append(route)
        }
    }

    private mutating func parameters(
        of value: PayloadValue
    ) throws(InferenceError) -> [PayloadValue] {
        var parameters: [PayloadValue] = []
        for element in value["parameters"].map({ Array($0.elements) }) ?? [] {
            parameters.append(try reader.referenced(element))
        }
        return parameters
    }

    /// Returns the schema of the first successful response with JSON.
    private mutating func schema(of operation: PayloadValue) throws(InferenceError) -> Int? {
        guard let responses = operation["responses"] else { return nil }
        let successes = responses.members.filter { $0.key.hasPrefix("2") }.sorted {
            $0.key < $1.key
        }
        for (_, response) in successes {
            guard let contents = try reader.referenced(response)["content"] else { continue }
            for (type, content) in contents.members {
                guard let schema = content["schema"], type.contains("json") || type == "*/*" else {
                    continue
                }
                return schema.position
            }
        }
        return nil
    }
}

extension InferredRoute.Paging {
    /// Reads a parameter; `nil` if it does not count pages or records.
    fileprivate init?(_ value: PayloadValue) {
        guard value["in"]?.string == "query", let name = value["name"]?.string,
            let schema = value["schema"], ["integer", "number"].contains(schema["type"]?.string)
        else { return nil }
        switch NameWords(name).joined {
        case "page", "pagenumber":
            first = Int(schema["default"]?.int64 ?? schema["minimum"]?.int64 ?? 1)
        case "offset", "skip": first = nil
        default: return nil
        }
        parameter = name
    }
}
