import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport

/// A random model of sources and destinations, connections between them, and objects to connect.
///
/// Everything is determined by the seed, so two stores can get the same objects with the same
/// numbers.
struct RandomConnections {
    let model: ManagedObjectModel
    let connections: [ConnectionDescription]
    private let seed: UInt64
    let keyType: AttributeType
    let isSelfRelation: Bool

    init(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        self.seed = seed
        keyType = random.pick([
            .integer64, .integer16, .string, .double, .uuid, .date, .data, .decimal, .url,
        ])
        isSelfRelation = random.chance(0.25)
        let destination = isSelfRelation ? "Source" : "Target"
        model = try Self.model(&random, keyType, destination)
        let described = model
        func isToMany(_ name: String) -> Bool {
            described["Source"]?.relationship(named: name)?.isToMany == true
        }
        let isNextToOne = described[destination]?.relationship(named: "next")?.isToMany == false
        var connections = [
            Self.byKeys(&random, "main", destination, isToMany("main"), isNextToOne: isNextToOne)
        ]
        if random.chance(0.4) {
            connections.append(
                Self.byKeys(
                    &random, "other", destination, isToMany("other"), isNextToOne: isNextToOne))
        }
        if random.chance(0.5) {
            connections.append(
                ConnectionDescription(
                    entity: "Source", relationship: "far", keyPath: "main.next",
                    sourcePredicate: random.chance(0.3) ? .attribute("isActive") == true : .true,
                    onMissing: random.chance(0.5) ? .keep : .clear))
        }
        // Additional paths to the same objects: by another relationship, and repeatedly back and
        // forth.
        let other = ["other.next", "main.next.next"]
        let hasWayBack = described["Source"]?.relationship(named: "main")?.inverse != nil
        let paths = hasWayBack ? other + ["main.mainBack.main", "main.mainBack.other"] : other
        if random.chance(0.5) {
            connections.append(
                ConnectionDescription(
                    entity: "Source", relationship: "wide",
                    keyPath: random.pick(paths),
                    onMissing: random.chance(0.5) ? .keep : .clear))
        }
        if hasWayBack, random.chance(0.4) {
            connections.append(Self.contrary(&random, described, destination))
        }
        if isSelfRelation, random.chance(0.7) {
            connections.append(
                Self.byKeys(
                    &random, "mutual", "Source", isToMany("mutual"), isNextToOne: isNextToOne))
        }
        self.connections = connections
    }

    private static func model(
        _ random: inout SeededGenerator, _ keyType: AttributeType, _ destination: String
    ) throws -> ManagedObjectModel {
        var pairs: [(RelationshipDescription, RelationshipDescription?)] = []
        let names = [
            ("main", "mainBack"), ("other", "otherBack"), ("far", "farBack"), ("wide", "wideBack"),
        ]
        for (name, back) in names {
            let inverse = random.chance(name == "main" || name == "other" ? 0.8 : 0.4) ? back : nil
            pairs.append(
                (
                    relationship(&random, name, destination, inverse),
                    inverse.map { relationship(&random, $0, "Source", name) }
                ))
        }
        let next = relationship(&random, "next", destination, nil)
        let keys: [AttributeDescription] = [
            .init("key", keyType), .init("part", .integer32), .init("isActive", .boolean),
            .init("numbers", .array),
        ]
        let own: [AttributeDescription] = [
            .init("foreignKey", keyType), .init("foreignPart", .integer32),
            .init("foreignKeys", .array),
        ]
        // The identification of objects in loads, and the mark of deleted ones.
        let marks: [AttributeDescription] = [.init("number", .integer64), .init("gone", .boolean)]
        let backs = pairs.compactMap(\.1)
        let outgoing = pairs.map(\.0)
        // Of two equivalent ends, the one declared first stores the relationship.
        let isSourceFirst = random.chance(0.5)
        guard destination == "Target" else {
            let mutual: RelationshipDescription =
                random.chance(0.5)
                ? .toOne("mutual", "Source", inverse: "mutual")
                : .toMany("mutual", "Source", inverse: "mutual")
            return try ManagedObjectModel([
                EntityDescription(
                    "Source", attributes: keys + own + marks,
                    relationships: (isSourceFirst ? outgoing + backs : backs + outgoing)
                        + [next, mutual]),
                EntityDescription("SubSource", parent: "Source"),
            ])
        }
        let sources = [
            EntityDescription(
                "Source", attributes: own + [.init("isActive", .boolean)] + marks,
                relationships: outgoing),
            EntityDescription("SubSource", parent: "Source"),
        ]
        let targets = [
            EntityDescription("Base", attributes: [.init("label", .string)]),
            EntityDescription(
                "Target", parent: "Base", attributes: keys + marks, relationships: backs + [next]),
            EntityDescription("SubTarget", parent: "Target"),
        ]
        return try ManagedObjectModel(isSourceFirst ? sources + targets : targets + sources)
    }

    private static func relationship(
        _ random: inout SeededGenerator, _ name: String, _ destination: String, _ inverse: String?
    ) -> RelationshipDescription {
        guard random.chance(0.5) else { return .toOne(name, destination, inverse: inverse) }
        return .toMany(name, destination, inverse: inverse, isOrdered: random.chance(0.3))
    }

    private static func byKeys(
        _ random: inout SeededGenerator, _ relationship: String, _ destination: String,
        _ isToMany: Bool, isNextToOne: Bool
    ) -> ConnectionDescription {
        // The plan rejects several keys for a to-one relationship.
        var keys = [random.chance(0.4) && isToMany ? "foreignKeys" : "foreignKey": "key"]
        if random.chance(0.3) { keys["foreignPart"] = "part" }
        let conditions: [EntityPredicate] = [
            .true, .true, .attribute("isActive") == true, .attribute("isActive") != false,
        ]
        // Conditions on a relationship that nested records fill.
        let nested: [EntityPredicate] =
            isNextToOne ? [.attribute("next.isActive") == true] : []
        return ConnectionDescription(
            entity: "Source", relationship: relationship, connectedBy: keys,
            includesSubentities: random.chance(0.7), sourcePredicate: random.pick(conditions),
            destinationPredicate: random.pick(conditions + nested),
            onMissing: random.chance(0.5) ? .keep : .clear)
    }

    /// Returns a connection of the inverse of `main`, which does not follow the keys of the other.
    private static func contrary(
        _ random: inout SeededGenerator, _ model: ManagedObjectModel, _ destination: String
    ) -> ConnectionDescription {
        let isToMany = model[destination]?.relationship(named: "mainBack")?.isToMany == true
        let conditions: [EntityPredicate] = [.true, .true, .attribute("isActive") == true]
        let keys: [String: String] =
            isToMany && random.chance(0.5)
            ? ["numbers": "number"]
            : random.chance(0.5) ? ["part": "foreignPart"] : ["key": "foreignKey"]
        return ConnectionDescription(
            entity: destination, relationship: "mainBack", connectedBy: keys,
            includesSubentities: random.chance(0.7), sourcePredicate: random.pick(conditions),
            destinationPredicate: random.pick(conditions),
            onMissing: random.chance(0.5) ? .keep : .clear)
    }

    /// Returns a plan with the connections and no property mappings.
    func plan() throws -> MappingPlan {
        let mappings = try Set(connections.map(\.entity)).sorted().map { entity in
            var mapping = try model.mapping(entity)
            for connection in connections where connection.entity == entity {
                mapping.addConnection(connection)
            }
            return mapping
        }
        return try MappingPlan(MappingSet(mappings, roots: ["sources": "Source"]), for: model)
    }

    /// Inserts the objects into a store, some of them already linked.
    func fill(_ container: PersistentContainer) throws {
        try container.perform { context in
            var random = SeededGenerator(seed: seed &+ 1)
            let targets = isSelfRelation ? ["Source", "SubSource"] : ["Target", "SubTarget"]
            let ends = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                context.insert(random.pick(targets))
            }
            let own = (0..<Int.random(in: 1...14, using: &random)).map { _ in
                context.insert(random.pick(["Source", "SubSource"]))
            }
            let sources = isSelfRelation ? (ends + own).shuffled(using: &random) : own
            for object in ends {
                object["key"] = key(&random)
                object["part"] = random.pick([.null, 1, 2])
                object["isActive"] = random.pick([.null, true, false, true])
                let numbers = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                    Value.integer(Int64.random(in: 0...14, using: &random))
                }
                object["numbers"] = random.chance(0.7) ? .array(numbers) : .null
                link(object, ["next"], ends, &random)
            }
            for (place, object) in sources.enumerated() {
                object["number"] = .integer(Int64(place))
                object["foreignKey"] = key(&random)
                object["foreignPart"] = random.pick([.null, 1, 2])
                object["foreignKeys"] = array(&random)
                object["isActive"] = random.pick([.null, true, false, true])
                link(
                    object,
                    ["main", "other", "far", "wide"] + (isSelfRelation ? ["mutual"] : []), ends,
                    &random)
            }
            try context.save()
        }
    }

    private func link(
        _ object: ManagedObject, _ names: [String], _ ends: [ManagedObject],
        _ random: inout SeededGenerator
    ) {
        for name in names where random.chance(0.4) {
            guard object.entity.relationship(named: name)?.isToMany == true else {
                object[toOne: name] = random.pick(ends)
                continue
            }
            let count = Int.random(in: 0...3, using: &random)
            object[toMany: name] = Array(ends.shuffled(using: &random).prefix(count))
        }
    }

    /// Returns one of a few keys of the type, so that some match several objects and some none.
    private func key(_ random: inout SeededGenerator) -> Value {
        let number = Int64.random(in: 0...6, using: &random)
        guard number > 0 else { return .null }
        switch keyType {
        case .string: return .string("key\(number)\u{0}'é")
        case .double: return .double(Double(number) / 3)
        case .date: return Timestamp(seconds: number, nanoseconds: 7).map(Value.date) ?? .null
        case .data: return .data([UInt8(number), 0])
        case .decimal: return Value(storedDecimal: "\(number).5") ?? .null
        case .url: return .string("https://example.com/\(number)")
        case .uuid:
            return Value(storedUUID: "00000000-0000-0000-0000-00000000000\(number)") ?? .null
        default: return .integer(number)
        }
    }

    private func array(_ random: inout SeededGenerator) -> Value {
        guard random.chance(0.8) else { return .null }
        var elements = (0..<Int.random(in: 0...5, using: &random)).map { _ in key(&random) }
        if random.chance(0.2) { elements.append(random.pick([true, "3", 1.5, ["x": 1], [2]])) }
        return .array(elements)
    }
}

extension RandomConnections {
    /// Returns the contents of a store without versions, which the two methods may increment
    /// differently.
    static func content(_ bench: Workbench) throws -> [String] {
        try bench.content().map { line in
            line.replacing(/\ version \d+:/, with: ":")
        }.sorted()
    }
}

extension RandomConnections {
    /// Returns the features of a connection that are relevant to a store.
    func forms(of connection: ConnectionDescription) -> Set<String> {
        var forms: Set<String> = []
        guard let source = model.index(ofEntity: connection.entity),
            let layout = model.relationship(named: connection.relationship, of: source)
        else { return [] }
        let number = layout.isToMany ? "to-many" : "to-one"
        let inverse = layout.inverse.map { model.relationships[$0] }
        switch layout.storage {
        case .reference:
            let isOrdered = inverse?.isOrdered == true
            let isOwn = inverse?.isToMany == false
            forms.insert(
                number + " reference" + (isOrdered ? " in order" : isOwn ? " of one-to-one" : ""))
        case .inverseReference:
            forms.insert("\(number) inverseReference" + (layout.isOrdered ? " in order" : ""))
        case .links: forms.insert("\(number) links" + (layout.isOrdered ? " in order" : ""))
        case .inverseLinks: forms.insert("\(number) inverseLinks")
        }
        if connection.keyPath != nil { forms.insert("key path") }
        if connection.keys.contains(where: { $0.source == "foreignKeys" }) { forms.insert("array") }
        if connection.keys.count > 1 { forms.insert("compound key") }
        return forms
    }
}
