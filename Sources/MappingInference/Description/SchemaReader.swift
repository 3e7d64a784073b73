import MercatorPayload

/// Resolves the schemas of a description, each once.
struct SchemaReader {
    let description: OpenAPIDescription
    private var references: [String: Int] = [:]
    private var schemas: [Int: DescribedSchema] = [:]
    /// The schemas whose resolution has begun.
    private var open: [Int] = []

    /// The maximum number of schemas that refer to one another in `allOf` and `oneOf`.
    private static let depthLimit = 256

    init(_ description: OpenAPIDescription) { self.description = description }

    /// Returns the value at a position.
    func value(at position: Int) -> PayloadValue {
        PayloadValue(description.document, at: position)
    }

    /// Returns the value behind references.
    mutating func referenced(_ value: PayloadValue) throws(InferenceError) -> PayloadValue {
        var (value, seen) = (value, Set<Int>())
        while let reference = value["$ref"]?.string {
            guard seen.insert(value.position).inserted else {
                throw failure(reference, "the references lead back to themselves; remove one")
            }
            value = self.value(at: try position(of: reference))
        }
        return value
    }

    /// Returns the position that a reference such as `#/components/schemas/Pet` names.
    private mutating func position(of reference: String) throws(InferenceError) -> Int {
        if let known = references[reference] { return known }
        guard reference.hasPrefix("#/") else {
            throw failure(
                reference,
                "expected a reference inside the document, '#/…'; bundle the files of "
                    + "the description into one first")
        }
        var value = description.document.root
        for step in reference.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false) {
            let key = Self.key(of: step)
            guard let next = value[key] ?? Int(key).flatMap({ value[$0] }) else {
                throw failure(
                    reference, "there is nothing at '\(key)'; add it, or correct the name")
            }
            value = next
        }
        references[reference] = value.position
        return value.position
    }

    /// Returns the key of a step of a JSON pointer in a URL fragment.
    private static func key(of step: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(step.utf8)[...]
        while let byte = rest.popFirst() {
            let code = rest.count < 2 ? nil : String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), let code = code.flatMap({ UInt8($0, radix: 16) }) {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        let parts = String(decoding: bytes, as: UTF8.self)
            .split(separator: "~1", omittingEmptySubsequences: false)
        return parts.map { part in
            part.split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
        }.joined(separator: "/")
    }

    func failure(_ path: String, _ message: String) -> InferenceError {
        InferenceError(.malformed, in: description.name, "\(path): \(message)")
    }

    // MARK: Schemas

    /// Returns the schema at a position.
    ///
    /// - Throws: ``InferenceError`` if `allOf` or `oneOf` contain the schema itself, and for
    ///   references without target.
    mutating func schema(at position: Int) throws(InferenceError) -> DescribedSchema {
        if let known = schemas[position] { return known }
        let value = try referenced(value(at: position))
        if let known = schemas[value.position] {
            schemas[position] = known
            return known
        }
        guard !open.contains(value.position), open.count < Self.depthLimit else {
            throw failure(
                path(of: value),
                open.contains(value.position)
                    ? "the schema consists of itself by allOf, oneOf or anyOf; remove the cycle"
                    : "more than \(Self.depthLimit) schemas consist of one another")
        }
        open.append(value.position)
        defer { open.removeLast() }
        var schema = own(value)
        try addParts(of: value, to: &schema)
        try addAlternatives(of: value, to: &schema)
        schemas[value.position] = schema
        schemas[position] = schema
        return schema
    }

    private func path(of value: PayloadValue) -> String {
        let named = references.filter { $0.value == value.position }.keys.sorted().first
        return named ?? "line \(value.location.line)"
    }

    /// Returns what the keywords of a schema itself say.
    private func own(_ value: PayloadValue) -> DescribedSchema {
        var schema = DescribedSchema(target: value.position)
        let types = value["type"]
        let names =
            types?.string.map { [$0] } ?? types?.elements.compactMap(\.string) ?? []
        schema.kinds = Set(names.compactMap(DescribedSchema.Kind.init))
        schema.isNullable = names.contains("null") || value["nullable"]?.bool == true
        schema.format = value["format"]?.string
        let cases = value["enum"].map { Array($0.elements) } ?? value["const"].map { [$0] } ?? []
        if cases.contains(where: \.isNull) { schema.isNullable = true }
        let texts = cases.compactMap(\.string)
        if !texts.isEmpty, texts.count == cases.count(where: { !$0.isNull }) {
            schema.cases = texts.filter { !$0.isEmpty }
            if schema.kinds.isEmpty { schema.kinds = [.string] }
        }
        let required = Set(value["required"]?.elements.compactMap(\.string) ?? [])
        if let properties = value["properties"], properties.kind == .object {
            schema.kinds.insert(.object)
            schema.members = properties.members.map { key, value in
                DescribedSchema.Member(
                    key: key, schema: value.position, isRequired: required.contains(key))
            }
        }
        if let items = value["items"], items.kind == .object {
            schema.kinds.insert(.array)
            schema.items = items.position
        }
        if value["additionalProperties"]?.kind == .object { schema.kinds.insert(.object) }
        return schema
    }

    /// Adds the schemas of `allOf`; a single one that says anything is the schema itself.
    private mutating func addParts(
        of value: PayloadValue, to schema: inout DescribedSchema
    ) throws(InferenceError) {
        guard let list = value["allOf"] else { return }
        var parts: [DescribedSchema] = []
        for element in list.elements { parts.append(try self.schema(at: element.position)) }
        schema.isNullable = schema.isNullable || parts.contains(where: \.isNullable)
        parts.removeAll(where: \.isEmpty)
        if schema.members.isEmpty, schema.items == nil, parts.count == 1 {
            schema = Self.renamed(parts[0], isNullable: schema.isNullable)
        } else {
            for part in parts { Self.merge(part, into: &schema) }
        }
        let required = Set(value["required"]?.elements.compactMap(\.string) ?? [])
        for index in schema.members.indices where required.contains(schema.members[index].key) {
            schema.members[index].isRequired = true
        }
    }

    private static func renamed(_ schema: DescribedSchema, isNullable: Bool) -> DescribedSchema {
        var schema = schema
        schema.isNullable = schema.isNullable || isNullable
        return schema
    }

    private static func merge(_ part: DescribedSchema, into schema: inout DescribedSchema) {
        schema.kinds.formUnion(part.kinds)
        schema.format = schema.format ?? part.format
        if schema.cases.isEmpty { schema.cases = part.cases }
        schema.items = schema.items ?? part.items
        schema.alternatives += part.alternatives
        let keys = schema.keys
        schema.members += part.members.filter { !keys.contains($0.key) }
    }
}
