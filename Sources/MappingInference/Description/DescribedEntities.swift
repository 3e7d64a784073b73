import MercatorPayload

/// Divides the objects of a description among entities.
///
/// Objects belong to one entity if their schemas have the same noun, which qualifiers such as
/// `simple` and `full` do not change, the same identity, and most members in common.
struct DescribedEntities {
    var reader: SchemaReader
    let routes: [DescribedRoute]
    let paths: [String]
    private(set) var records: [DescribedRecords] = []
    /// The objects that responses contain, in order of name and position.
    private(set) var objects: [DescribedObject] = []
    private(set) var groups: [DescribedGroup] = []
    /// The group of each schema, by position.
    private(set) var groupOfSchema: [Int: Int] = [:]
    /// The objects of records without an identity, with the members that could be one.
    private(set) var offers: [(schema: Int, name: String, keys: [String], route: String)] = []
    private let corrections: InferenceCorrections
    /// The names of components by position, and what tells each from the others.
    private var names: [Int: (name: String, short: String)] = [:]

    init(_ routes: RouteReader, _ corrections: InferenceCorrections) {
        reader = routes.reader
        self.routes = routes.routes
        paths = routes.paths
        self.corrections = corrections
    }

    /// Finds the entities with an identity.
    mutating func form() throws(InferenceError) {
        nameComponents()
        try findRecords()
        try collectObjects()
        let identities = try identities()
        for (index, object) in objects.enumerated() {
            guard let identity = identities[index] else { continue }
            let known = try group(like: object, identity)
            if let known {
                groups[known].add(object)
            } else {
                groups.append(DescribedGroup(object, identity: identity))
            }
            groupOfSchema[object.schema.target] = known ?? groups.count - 1
        }
        try joinSummaries()
        name()
        addAliases()
    }

    /// Returns the first entity with the noun of an object, and its identity if it has one.
    private mutating func group(
        like object: DescribedObject, _ identity: DescribedIdentity?
    ) throws(InferenceError) -> Int? {
        for (index, group) in groups.enumerated()
        where group.noun == object.noun && (identity == nil || group.identity == identity) {
            if try group.resembles(object.schema, &reader) { return index }
        }
        // Records written in place have no name of their own.
        guard object.name == nil else { return nil }
        let keys = object.schema.keys
        let alike = groups.indices.filter {
            groups[$0].objects[0].name != nil && groups[$0].contains(keys)
        }
        guard alike.count == 1, try groups[alike[0]].resembles(object.schema, &reader) else {
            return nil
        }
        return alike[0]
    }

    // MARK: Objects

    /// Finds the names of the components that may be objects.
    private mutating func nameComponents() {
        let components = reader.description.document.root["components"]?["schemas"]
        let members = components.map { Array($0.members) } ?? []
        let shortNames = DescribedObject.shortNames(members.map(\.key))
        for (name, value) in members where value["properties"] != nil || value["allOf"] != nil {
            names[value.position] = (name, shortNames[name] ?? name)
        }
    }

    private func object(_ schema: DescribedSchema, _ noun: String) -> DescribedObject {
        let name = names[schema.target]
        return DescribedObject(schema, name: name?.name, text: name?.short ?? noun)
    }

    private var finder: DescribedIdentityFinder {
        let nouns = names.map {
            DescribedObject(
                DescribedSchema(target: $0.key), name: nil, text: $0.value.short
            ).noun.joined
        }
        return DescribedIdentityFinder(reader, paths: paths, nouns: Set(nouns))
    }

    /// Finds the records of each response: itself if it has an identity, else the records in it.
    private mutating func findRecords() throws(InferenceError) {
        var finder = finder
        for (index, route) in routes.enumerated() {
            guard let itself = try DescribedRecords.itself(route, at: index, &reader) else {
                continue
            }
            let object = object(itself.schema, itself.noun)
            let isOne = !itself.isCollection
            let identity =
                isOne
                ? try finder.identity(
                    of: object, routes: route.endsInParameter ? [route] : [], isListed: true) : nil
            let inner = isOne && identity == nil ? try itself.inEnvelope(of: route, &reader) : []
            records += inner.isEmpty ? [itself] : inner
        }
    }

    /// Collects the objects that responses contain, and names them.
    private mutating func collectObjects() throws(InferenceError) {
        var nouns: [Int: String] = [:]
        for record in records where names[record.schema.target] == nil {
            nouns[record.schema.target] = nouns[record.schema.target] ?? record.noun
        }
        var list: [(order: (Int, String, Int), object: DescribedObject)] = []
        for schema in try reachable() {
            let name = names[schema.target]?.name
            guard let noun = names[schema.target]?.short ?? nouns[schema.target] else { continue }
            list.append(
                (
                    (name == nil ? 1 : -schema.members.count, name ?? "", schema.target),
                    object(schema, noun)
                ))
        }
        objects = list.sorted { $0.order < $1.order }.map(\.object)
    }

    /// Returns the schemas of the objects in responses.
    private mutating func reachable() throws(InferenceError) -> [DescribedSchema] {
        var seen: Set<Int> = []
        var found: [DescribedSchema] = []
        var open: [Int] = []
        for record in records { open += [record.schema.target] + record.schema.alternatives }
        while let position = open.popLast() {
            let schema = try reader.schema(at: position)
            guard seen.insert(schema.target).inserted else { continue }
            if schema.isObject { found.append(schema) }
            open += schema.alternatives + schema.members.map(\.schema)
            if let items = schema.items { open.append(items) }
        }
        return found
    }

    // MARK: Identities

    private mutating func identities() throws(InferenceError) -> [DescribedIdentity?] {
        var finder = finder
        var single: [Int: [DescribedRoute]] = [:]
        let listed = Set(records.map(\.schema.target))
        for record in records where !record.isCollection && routes[record.route].endsInParameter {
            single[record.schema.target, default: []].append(routes[record.route])
        }
        var identities: [DescribedIdentity?] = []
        for object in objects {
            let target = object.schema.target
            if let byHand = try byHand(object) {
                identities.append(byHand.identity)
                continue
            }
            let identity = try finder.identity(
                of: object, routes: single[target] ?? [], isListed: listed.contains(target))
            identities.append(identity)
            if identity == nil, listed.contains(target), !object.words.words.isEmpty {
                let keys = try finder.candidates(of: object)
                    .filter { $0.level != nil && $0.level?.letter != .d }.map(\.member.key)
                let record = records.first { $0.schema.target == target }
                offers.append(
                    (
                        target, object.words.upperCamel, keys,
                        record.map { routes[$0.route].path } ?? ""
                    ))
            }
        }
        reader = finder.reader
        return identities
    }

    /// Returns the identity that a correction gives an object.
    private mutating func byHand(
        _ object: DescribedObject
    ) throws(InferenceError) -> (identity: DescribedIdentity?, Void)? {
        let names = [object.words.upperCamel, object.noun.upperCamel]
        guard let correction = corrections.identities.last(where: { names.contains($0.entity) })
        else { return nil }
        guard let key = correction.attributes.first else { return (nil, ()) }
        let member = object.schema.members.first {
            $0.key == key || AttributeName.of(path: [$0.key]) == key
        }
        guard correction.attributes.count == 1, let member,
            let kind = DescribedIdentity.kind(of: try reader.schema(at: member.schema))
        else {
            throw InferenceError(
                .correction, in: reader.description.name,
                "--id \(correction.entity)=\(correction.attributes.joined(separator: ",")): "
                    + "expected one member with a text or a whole number")
        }
        return (DescribedIdentity(key: member.key, kind: kind, evidence: "by hand"), ())
    }

    /// Adds schemas with the noun and the members of an entity that names do not identify.
    private mutating func joinSummaries() throws(InferenceError) {
        for object in objects where groupOfSchema[object.schema.target] == nil {
            guard let group = try group(like: object, nil) else { continue }
            groups[group].add(object)
            groupOfSchema[object.schema.target] = group
        }
    }

    // MARK: Names

    /// Names the entities: by the noun if it stands for several schemas, else in full.
    private mutating func name() {
        var table = NameTable()
        let claims = groups.map { group in
            let full = EntityName.admissible(group.objects[0].words.upperCamel)
            let noun = EntityName.admissible(group.noun.upperCamel)
            return NameTable.Claim(
                key: (group.objects.count > 1 ? "0" : "1") + full,
                proposals: group.objects.count > 1 ? [noun, full] : [full])
        }
        for (index, name) in table.claim(claims).enumerated() { groups[index].name = name }
    }

    /// Adds the words of keys that refer to entities: names, nouns, then parameters of routes.
    ///
    /// Words of several entities refer to none.
    private mutating func addAliases() {
        var taken: Set<[String]> = []
        var tiers: [[([String], Int)]] = [[], [], [], parameters()]
        for (index, group) in groups.enumerated() {
            tiers[0].append((Self.alias(NameWords(group.name)), index))
            tiers[1] += group.objects.map { (Self.alias($0.words), index) }
            tiers[2].append((Self.alias(group.noun), index))
        }
        for tier in tiers {
            let owners = Dictionary(grouping: tier.filter { !taken.contains($0.0) }) { $0.0 }
                .mapValues { Set($0.map(\.1)) }
            for (words, indices) in owners where indices.count == 1 {
                for index in indices { groups[index].aliases.insert(words) }
            }
            taken.formUnion(owners.keys)
        }
    }

    private static func alias(_ words: NameWords) -> [String] {
        ForeignKeyName.words(words.words.joined(separator: " "))
    }

    /// Returns the words of parameters that follow the route of a collection or name one object.
    private func parameters() -> [([String], Int)] {
        var collections: [String: Int] = [:]
        for record in records {
            guard let group = groupOfSchema[record.schema.target] else { continue }
            var segments = routes[record.route].path.split(separator: "/")
                .map(DescribedRoute.withoutExtension)
            if !record.isCollection, routes[record.route].endsInParameter { segments.removeLast() }
            let path = Self.shape(segments)
            collections[path] = record.isCollection ? group : collections[path] ?? group
        }
        var found: [([String], Int)] = []
        for path in paths {
            let segments = path.split(separator: "/").map(DescribedRoute.withoutExtension)
            for (index, segment) in segments.enumerated() {
                guard let parameter = DescribedRoute.parameter(segment) else { continue }
                let name = ForeignKeyName(parameter)
                guard name.hasEnding,
                    let group = collections[Self.shape(Array(segments[..<index]))]
                else { continue }
                found.append((name.words, group))
            }
        }
        return found
    }

    /// Returns the segments without the names of parameters.
    private static func shape(_ segments: [String]) -> String {
        segments.map { DescribedRoute.parameter($0) == nil ? $0 : "{}" }.joined(separator: "/")
    }
}
