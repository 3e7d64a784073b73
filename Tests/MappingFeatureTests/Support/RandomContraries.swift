import ConnectionEvaluation
import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport

/// A relationship of any form with connections at both ends whose keys contradict each other,
/// random loads of its objects, and a naive evaluation of both connections.
struct RandomContraries {
    /// One end of the relationship.
    struct End {
        let entity: String
        let relationship: String
        let destination: String
        let isToMany: Bool
        let isOrdered: Bool
        let connection: ConnectionDescription
    }

    let model: ManagedObjectModel
    /// The end that stores the relationship, whose connection takes precedence.
    let owner: End
    let other: End
    /// Plans for loads with the connection of either end, or of both.
    let plans: [MappingPlan]

    init(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let left = Self.end("Left", "rights", "Right", &random)
        let right = Self.end("Right", "lefts", "Left", &random)
        let ends = random.chance(0.5) ? [left, right] : [right, left]
        let entities: [EntityDescription] = ends.map { end in
            let attributes: [AttributeDescription] = [
                .init("number", .integer64), .init("code", .integer64),
                .init("other", .integer64), .init("others", .array),
                .init("isActive", .boolean), .init("gone", .boolean),
            ]
            let inverse = end.entity == "Left" ? "lefts" : "rights"
            let relationship: RelationshipDescription =
                end.isToMany
                ? .toMany(
                    end.relationship, end.destination, inverse: inverse, isOrdered: end.isOrdered)
                : .toOne(end.relationship, end.destination, inverse: inverse)
            return EntityDescription(
                end.entity, attributes: attributes, relationships: [relationship])
        }
        // A partitioned store keeps the sessions elsewhere.
        let session = EntityDescription("Session", attributes: [.init("name", .string)])
        let described = try ManagedObjectModel([session] + entities)
        // The to-one end stores the relationship, of two to-many ends the ordered one, otherwise
        // that of the entity declared first.
        let isSecond =
            ends[0].isToMany == ends[1].isToMany
            ? !ends[0].isOrdered && ends[1].isOrdered : ends[0].isToMany
        owner = isSecond ? ends[1] : ends[0]
        other = isSecond ? ends[0] : ends[1]
        model = described
        plans = try [["Left", "Right"], ["Left"], ["Right"]].map { connected in
            let mappings = try ends.map { end in
                try described.mapping(
                    end.entity, identifiedBy: ["number"],
                    [
                        "n": "number", "code": "code", "other": "other", "others": "others",
                        "active": "isActive", "gone": "gone",
                    ]
                ) {
                    $0.deletionPredicate = .attribute("gone") == true
                    if connected.contains(end.entity) { $0.addConnection(end.connection) }
                }
            }
            let set = MappingSet(mappings, roots: ["lefts": "Left", "rights": "Right"])
            return try MappingPlan(set, for: described)
        }
    }

    private static func end(
        _ entity: String, _ relationship: String, _ destination: String,
        _ random: inout SeededGenerator
    ) -> End {
        let isToMany = random.chance(0.6)
        let keys: [String: String] =
            isToMany && random.chance(0.6)
            ? ["others": "code"] : random.chance(0.7) ? ["other": "code"] : ["code": "other"]
        func condition(_ chance: Double) -> EntityPredicate {
            random.chance(chance) ? .attribute("isActive") == true : .true
        }
        let connection = ConnectionDescription(
            entity: entity, relationship: relationship, connectedBy: keys,
            sourcePredicate: condition(0.3), destinationPredicate: condition(0.2),
            onMissing: random.chance(0.5) ? .keep : .clear)
        return End(
            entity: entity, relationship: relationship, destination: destination,
            isToMany: isToMany, isOrdered: isToMany && random.chance(0.5), connection: connection)
    }

    /// Returns a page with some of the objects.
    func page(_ random: inout SeededGenerator) -> String {
        let lists = ["lefts", "rights"].map { root in
            let count = Int.random(in: 0...3, using: &random)
            let records = (0..<count).map { _ in record(&random) }
            return #""\#(root)": [\#(records.joined(separator: ", "))]"#
        }
        return "{" + lists.joined(separator: ", ") + "}"
    }

    private func record(_ random: inout SeededGenerator) -> String {
        func key() -> String { "\(Int.random(in: 1...4, using: &random))" }
        var parts = [#""n": \#(Int.random(in: 1...5, using: &random))"#]
        if random.chance(0.7) { parts.append(#""code": \#(key())"#) }
        if random.chance(0.5) {
            parts.append(#""other": \#(random.chance(0.3) ? "null" : key())"#)
        }
        if random.chance(0.6) {
            let keys = (0..<Int.random(in: 0...3, using: &random)).map { _ in key() }
            let list = "[" + keys.joined(separator: ", ") + "]"
            parts.append(#""others": \#(random.chance(0.2) ? "null" : list)"#)
        }
        if random.chance(0.5) { parts.append(#""active": \#(random.chance(0.7))"#) }
        if random.chance(0.12) { parts.append(#""gone": true"#) }
        return "{" + parts.joined(separator: ", ") + "}"
    }

    /// Changes keys and deletes objects in code.
    func edit(_ context: ManagedObjectContext, _ random: inout SeededGenerator) throws {
        for entity in ["Left", "Right"] {
            for object in try context.fetch(FetchRequest(entity)) where random.chance(0.3) {
                switch Int.random(in: 0...3, using: &random) {
                case 0: object["other"] = random.pick([.null, 1, 2, 3, 4])
                case 1: object["others"] = random.pick([.null, .array([]), .array([2, 1, 4])])
                case 2: object["code"] = random.pick([.null, 1, 2, 3, 4])
                default: context.delete(object)
                }
            }
        }
        try context.save()
    }
}

/// The naive evaluation.
extension RandomContraries {
    private typealias Claims = [Int64: [Int64]]

    /// Returns the differences between a graph and the keys in it.
    func faults(in container: PersistentContainer) throws -> [String] {
        let registered = try container.registeredConnections()
        return try container.perform { context in
            let owners = try context.fetch(FetchRequest(owner.entity))
            let others = try context.fetch(FetchRequest(other.entity))
            var decided: Claims = [:]
            if registered.contains(owner.connection) {
                decided = claims(of: owners, on: others, owner)
                if !other.isToMany { keepNewest(&decided) }
            }
            var filled: Claims = [:]
            if registered.contains(other.connection) {
                filled = claims(of: others, on: owners, other)
                fill(&filled, beside: decided)
            }
            return differences(owners, owner, decided) + differences(others, other, filled)
                + oneSided(owners, others)
        }
    }

    /// Returns what each object's keys say; objects whose keys say nothing are left out.
    private func claims(
        of sources: [ManagedObject], on destinations: [ManagedObject], _ end: End
    ) -> Claims {
        let (connection, key) = (end.connection, end.connection.keys[0])
        func isActive(_ object: ManagedObject, _ predicate: EntityPredicate) -> Bool {
            predicate == .true || object["isActive"] == true
        }
        let accepted = destinations.filter { isActive($0, connection.destinationPredicate) }
            .sorted { $0.objectID.number < $1.objectID.number }
        var claims: Claims = [:]
        for source in sources where isActive(source, connection.sourcePredicate) {
            let value: Value = source[key.source]
            guard !value.isNull else {
                if connection.onMissing == .clear { claims[source.objectID.number] = [] }
                continue
            }
            var keys = [value]
            if case .array(let elements) = value { keys = elements }
            var found: [Int64] = []
            for key in keys {
                for object in accepted
                where object[connection.keys[0].destination] == key
                    && !found.contains(object.objectID.number)
                {
                    found.append(object.objectID.number)
                }
            }
            if !end.isToMany { found = found.min().map { [$0] } ?? [] }
            claims[source.objectID.number] = found
        }
        return claims
    }

    /// Leaves each destination to the newest source.
    private func keepNewest(_ claims: inout Claims, except fixed: Claims = [:]) {
        var newest: [Int64: Int64] = [:]
        for (source, destinations) in claims {
            for destination in destinations {
                newest[destination] = max(newest[destination] ?? source, source)
            }
        }
        for source in claims.keys {
            claims[source]?.removeAll { fixed[$0] == nil && newest[$0] != source }
        }
    }

    /// Fills what the first connection leaves open.
    private func fill(_ claims: inout Claims, beside decided: Claims) {
        for (source, wanted) in claims {
            let given = decided.filter { $0.value.contains(source) }.keys.sorted()
            let open = wanted.filter { given.contains($0) || decided[$0] == nil }
            claims[source] =
                other.isToMany
                ? open + given.filter { !open.contains($0) }
                : given.isEmpty ? open : [given[0]]
        }
        if !owner.isToMany { keepNewest(&claims, except: decided) }
    }

    private func differences(
        _ objects: [ManagedObject], _ end: End, _ claims: Claims
    ) -> [String] {
        objects.compactMap { object in
            guard let wanted = claims[object.objectID.number] else { return nil }
            let found = object.numbers(of: end.relationship)
            let isSame = end.isOrdered ? found == wanted : found.sorted() == wanted.sorted()
            return isSame
                ? nil : "\(object.objectID).\(end.relationship): expected \(wanted), found \(found)"
        }
    }

    private func oneSided(_ owners: [ManagedObject], _ others: [ManagedObject]) -> [String] {
        let there = owners.flatMap { source in
            source.numbers(of: owner.relationship).map { [source.objectID.number, $0] }
        }
        let back = others.flatMap { source in
            source.numbers(of: other.relationship).map { [$0, source.objectID.number] }
        }
        return Set(there) == Set(back) && there.count == back.count
            ? [] : ["one end has \(there), the other \(back)"]
    }
}

extension ManagedObject {
    /// Returns the numbers of the destinations of a relationship, in order.
    fileprivate func numbers(of relationship: String) -> [Int64] {
        entity.relationship(named: relationship)?.isToMany == true
            ? self[toMany: relationship].map(\.objectID.number)
            : self[toOne: relationship].map { [$0.objectID.number] } ?? []
    }
}
