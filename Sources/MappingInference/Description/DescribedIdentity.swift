/// The member of a described object that identifies it.
struct DescribedIdentity: Hashable {
    let key: String
    let kind: DescribedSchema.Kind
    var evidence = ""
    var confidence = 1.0

    static func == (left: Self, right: Self) -> Bool {
        left.key == right.key && left.kind == right.kind
    }

    func hash(into hasher: inout Hasher) { hasher.combine(key) }

    /// The text or whole number that a member holds alone; `nil` for anything else.
    static func kind(of schema: DescribedSchema) -> DescribedSchema.Kind? {
        guard schema.kinds.count == 1, let kind = schema.kinds.first, schema.cases.isEmpty,
            kind == .string || kind == .integer
        else { return nil }
        return kind
    }
}

/// Finds the identities of objects from names and routes.
struct DescribedIdentityFinder {
    var reader: SchemaReader
    /// The paths of all routes.
    let paths: [String]
    /// The parameters that follow a segment with their noun: `commit/commitsha`.
    private let parameters: Set<String>
    /// The nouns of all objects, to tell keys of other objects.
    let nouns: Set<String>

    init(_ reader: SchemaReader, paths: [String], nouns: Set<String>) {
        self.reader = reader
        self.paths = paths
        self.nouns = nouns
        parameters = Set(
            paths.flatMap { path in
                let segments = path.split(separator: "/").map(DescribedRoute.withoutExtension)
                return zip(segments, segments.dropFirst()).compactMap { segment, next in
                    DescribedRoute.parameter(next).map {
                        NameWords(segment).singular.joined + "/" + NameWords($0).joined
                    }
                }
            })
    }

    /// A member that could identify.
    struct Candidate {
        let member: DescribedSchema.Member
        let kind: DescribedSchema.Kind
        let level: IdentityClass?
        let isNullable: Bool
    }

    /// Returns the members that could identify an object.
    mutating func candidates(of object: DescribedObject) throws(InferenceError) -> [Candidate] {
        var list: [Candidate] = []
        for member in object.schema.members {
            let schema = try reader.schema(at: member.schema)
            guard let kind = DescribedIdentity.kind(of: schema),
                ![.some("date-time"), "date", "unix-time"].contains(schema.format)
            else { continue }
            list.append(
                Candidate(
                    member: member, kind: kind,
                    level: IdentityNames.class(of: member.key, entity: object.noun.upperCamel),
                    isNullable: schema.isNullable))
        }
        return list
    }

    /// Returns the identity of an object.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - routes: The routes to one such object.
    ///   - isListed: Whether some route gives such objects.
    /// - Returns: The identity; `nil` if it is in doubt.
    /// - Throws: ``InferenceError`` if a schema of a member cannot be resolved.
    mutating func identity(
        of object: DescribedObject, routes: [DescribedRoute], isListed: Bool
    ) throws(InferenceError) -> DescribedIdentity? {
        let all = try candidates(of: object)
        // What may be null identifies only if a route takes it; some descriptions say so of all.
        let isNullable = isListed && all.count(where: \.isNullable) * 5 >= all.count * 4
        let candidates = all.filter { !$0.isNullable || isNullable }
        func found(
            _ candidate: Candidate?, _ evidence: String, _ confidence: Double
        ) -> DescribedIdentity? {
            candidate.map {
                DescribedIdentity(
                    key: $0.member.key, kind: $0.kind, evidence: evidence, confidence: confidence)
            }
        }
        if let named = candidates.first(where: { $0.level?.letter == .a }) {
            return found(named, "the name", named.member.isRequired ? 1 : 0.95)
        }
        let inRoute = all.first { candidate in
            routes.contains { names(candidate, in: $0, of: object) }
        }
        if let inRoute { return found(inRoute, "a parameter of the route to one", 0.95) }
        let inPath = candidates.first {
            ($0.level?.isStrong ?? false)
                && parameters.contains(
                    "\(object.noun.joined)/\(object.noun.joined)"
                        + NameWords($0.member.key).joined)
        }
        if let inPath { return found(inPath, "a parameter of routes", 0.9) }
        if let own = candidates.first(where: { isOwn($0) && !isForeign($0, object) }) {
            return found(own, "the name with the noun", own.member.isRequired ? 0.9 : 0.8)
        }
        if isListed, let unique = candidates.first(where: { isUnique($0) }) {
            return found(unique, "the name", unique.member.isRequired ? 0.9 : 0.8)
        }
        let codes = candidates.filter { $0.level?.letter == .e && $0.member.isRequired }
        let isResource = routes.contains {
            $0.parameters.count == 1 && NameWords($0.parameters[0]).singular == object.noun
        }
        guard codes.count == 1, isResource else { return nil }
        return found(codes[0], "the only code of what a route gives by its noun", 0.65)
    }

    /// Tests whether the last parameter of a route to one object is a member.
    ///
    /// Other parameters may restrict its values, unless the name says that it is an identifier.
    private func names(
        _ candidate: Candidate, in route: DescribedRoute, of object: DescribedObject
    ) -> Bool {
        guard let parameter = route.parameters.last.map({ NameWords($0).joined }),
            !isForeign(candidate, object)
        else { return false }
        let member = NameWords(candidate.member.key).joined
        let isStrong = candidate.level?.isStrong == true
        guard parameter == member || parameter.hasSuffix(member) && isStrong else { return false }
        return isStrong || route.parameters.count == 1
    }

    /// Tests whether a member is the key of another object, such as `call_sid` of a participant.
    private func isForeign(_ candidate: Candidate, _ object: DescribedObject) -> Bool {
        let name = ForeignKeyName(candidate.member.key)
        let noun = name.words.joined()
        return name.hasEnding && noun != object.noun.joined && nouns.contains(noun)
    }

    /// Tests for the noun with an ending that says nothing but identity; a number may be local.
    private func isOwn(_ candidate: Candidate) -> Bool {
        candidate.level?.letter == .b
            && Self.endings.contains(NameWords(candidate.member.key).words.last ?? "")
    }

    private static let endings: Set<String> = ["arn", "guid", "id", "sid", "uid", "uuid"]

    /// Tests for a name that is unique everywhere; hashes may be hashes of contents.
    private func isUnique(_ candidate: Candidate) -> Bool {
        candidate.level?.letter == .c
            && ["uuid", "guid", "uid", "sid", "identifier"]
                .contains(NameWords(candidate.member.key).joined)
    }
}
