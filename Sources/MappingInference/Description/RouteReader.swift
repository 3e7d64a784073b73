import Payload

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
            routes.append(
                DescribedRoute(
                    path: path,
                    pageParameters: try pageParameters(item) + pageParameters(operation),
                    schema: schema))
        }
    }

    private mutating func pageParameters(
        _ value: PayloadValue
    ) throws(InferenceError) -> [String] {
        var names: [String] = []
        for element in value["parameters"].map({ Array($0.elements) }) ?? [] {
            let parameter = try reader.referenced(element)
            guard parameter["in"]?.string == "query", let name = parameter["name"]?.string,
                DescribedRoute.choosesPage(name)
            else { continue }
            names.append(name)
        }
        return names
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
