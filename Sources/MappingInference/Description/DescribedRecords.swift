/// The records of a response: the path to them, and their schema.
struct DescribedRecords {
    let route: Int
    /// The keys of the envelope.
    let path: [String]
    let isCollection: Bool
    let schema: DescribedSchema
    /// The name for records whose schema has none: the key, or the last segment of the route.
    let noun: String

    /// Returns the records of a response that is an array, or an object with an identity.
    static func itself(
        _ route: DescribedRoute, at index: Int, _ reader: inout SchemaReader
    ) throws(InferenceError) -> DescribedRecords? {
        let schema = try reader.schema(at: route.schema)
        if let list = try list(schema, &reader) {
            return DescribedRecords(
                route: index, path: [], isCollection: true, schema: list, noun: route.segment)
        }
        guard schema.isObject else { return nil }
        return DescribedRecords(
            route: index, path: [], isCollection: false, schema: schema, noun: route.segment)
    }

    /// The values beside lists from which on one object of a parameter is no envelope.
    private static let envelopeValues = 8

    /// Returns the records in an envelope (E1): its arrays of objects, or its only object.
    func inEnvelope(
        of route: DescribedRoute, _ reader: inout SchemaReader
    ) throws(InferenceError) -> [DescribedRecords] {
        var lists: [DescribedRecords] = []
        var objects: [DescribedRecords] = []
        for member in schema.members {
            let value = try reader.schema(at: member.schema)
            let noun = NameWords(member.key).isGenericWord ? route.segment : member.key
            let list = try Self.list(value, &reader)
            guard list != nil || value.isObject else { continue }
            let found = DescribedRecords(
                route: self.route, path: [member.key], isCollection: list != nil,
                schema: list ?? value, noun: noun)
            if list != nil { lists.append(found) } else { objects.append(found) }
        }
        let values = schema.members.count - lists.count - objects.count
        if route.endsInParameter, values >= Self.envelopeValues { return [] }
        return lists.isEmpty && objects.count == 1 && schema.members.count <= 3 ? objects : lists
    }

    private static func list(
        _ schema: DescribedSchema, _ reader: inout SchemaReader
    ) throws(InferenceError) -> DescribedSchema? {
        guard schema.kinds.contains(.array), let items = schema.items else { return nil }
        let element = try reader.schema(at: items)
        return element.isObject || !element.alternatives.isEmpty ? element : nil
    }
}
