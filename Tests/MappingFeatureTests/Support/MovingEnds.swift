import ConnectionEvaluation
import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport

/// Articles, sections, desks and authors whose key paths and predicates of two to four steps lead
/// through to-many relationships, the other ends of which move from one object to another.
///
/// The seed determines which of the connections there are, and which relationships are ordered.
struct MovingEnds {
    let model: ManagedObjectModel
    let operation: MappingOperation
    /// Indicates whether payloads delete objects; whatever depends on a path through deleted ones
    /// is evaluated as a whole.
    private let deletes: Bool

    init(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let connections = (Self.paths + Self.predicates).shuffled(using: &random)
            .prefix(random.pick([1, 2, 3]))
        try self.init(Array(connections), &random)
    }

    /// Creates the graph of one relationship with a key path or a predicate.
    init(_ name: String) throws {
        var random = SeededGenerator(seed: 0)
        try self.init((Self.paths + Self.predicates).filter { $0.name == name }, &random)
    }

    private init(
        _ connections: [ConnectionDescription], _ random: inout SeededGenerator
    ) throws {
        let connections = Self.keys + connections
        let model = try Self.model(&random)
        deletes = random.chance(0.2)
        let mappings = try ["Article", "Section", "Desk", "Author", "Badge"].map { entity in
            try model.mapping(
                entity, identifiedBy: ["number"],
                [
                    "id": "number", "author": "authorID", "section": "sectionID", "desk": "deskID",
                    "badge": "badgeID", "active": "isActive", "gone": "gone",
                ]
            ) {
                $0.deletionPredicate = .attribute("gone") == true
                for connection in connections where connection.entity == entity {
                    $0.addConnection(connection)
                }
            }
        }
        let plan = try MappingPlan(
            MappingSet(
                mappings,
                roots: [
                    "articles": "Article", "sections": "Section", "desks": "Desk",
                    "authors": "Author", "badges": "Badge",
                ]), for: model)
        self.model = model
        operation = MappingOperation(plan)
    }

    private static func model(_ random: inout SeededGenerator) throws -> ManagedObjectModel {
        func list(
            _ name: String, _ destination: String, inverse: String? = nil
        ) -> RelationshipDescription {
            .toMany(name, destination, inverse: inverse, isOrdered: random.chance(0.3))
        }
        let attributes: [AttributeDescription] =
            ["number", "authorID", "sectionID", "deskID", "badgeID"].map { .init($0, .integer64) }
            + [.init("isActive", .boolean), .init("gone", .boolean)]
        return try ManagedObjectModel([
            EntityDescription(
                "Article", attributes: attributes,
                relationships: [
                    .toOne("section", "Section", inverse: "articles"),
                    .toOne("author", "Author", inverse: "articles"),
                    .toOne("badge", "Badge"), .toOne("emblem", "Badge"),
                    list("neighbours", "Article"), list("colleagues", "Author"),
                    list("places", "Section"), list("others", "Section"),
                    .toOne("leads", "Section", inverse: "lead"),
                ]),
            EntityDescription(
                "Section", attributes: attributes,
                relationships: [
                    list("articles", "Article", inverse: "section"),
                    .toOne("desk", "Desk", inverse: "sections"),
                    list("writers", "Author", inverse: "writing"),
                    list("residents", "Author", inverse: "home"),
                    .toOne("lead", "Article", inverse: "leads"),
                ]),
            EntityDescription(
                "Desk", attributes: attributes,
                relationships: [
                    list("sections", "Section", inverse: "desk"), list("staff", "Author"),
                ]),
            EntityDescription(
                "Author", attributes: attributes,
                relationships: [
                    list("articles", "Article", inverse: "author"),
                    list("badges", "Badge", inverse: "keeper"),
                    list("writing", "Section", inverse: "writers"),
                    .toOne("home", "Section", inverse: "residents"),
                ]),
            EntityDescription("Session", attributes: [.init("name", .string)]),
            EntityDescription(
                "Badge", attributes: attributes,
                relationships: [.toOne("keeper", "Author", inverse: "badges")]),
        ])
    }

    private static let keys = [
        ("Article", "section", "sectionID"), ("Article", "author", "authorID"),
        ("Section", "desk", "deskID"), ("Badge", "keeper", "authorID"),
    ].map { entity, relationship, key in
        ConnectionDescription(
            entity: entity, relationship: relationship, connectedBy: [key: "number"],
            onMissing: .clear)
    }

    private static let paths = [
        ("Article", "neighbours", "section.articles"),
        ("Article", "colleagues", "section.articles.author"),
        ("Article", "places", "author.articles.section"),
        ("Article", "others", "section.desk.sections"),
        ("Section", "writers", "articles.author"),
        // Sources compete for the destinations of these.
        ("Section", "residents", "desk.sections.articles.author"),
        ("Section", "lead", "desk.sections.articles"),
        ("Desk", "staff", "sections.articles.author"),
    ].map { entity, relationship, path in
        ConnectionDescription(entity: entity, relationship: relationship, keyPath: path)
    }

    private static let predicates = [
        ConnectionDescription(
            entity: "Article", relationship: "badge", connectedBy: ["badgeID": "number"],
            destinationPredicate: .any("keeper.articles", .attribute("isActive") == true),
            onMissing: .clear),
        ConnectionDescription(
            entity: "Article", relationship: "emblem", connectedBy: ["badgeID": "number"],
            destinationPredicate: .relationship("keeper.articles").count > 1
                && .all("keeper.articles", .attribute("section.isActive") != false),
            onMissing: .clear),
    ]
}

/// Payloads.
extension MovingEnds {
    /// The lists of a payload, with the numbers of objects and the members of their records.
    ///
    /// There are more articles than units of work, so that most units move different ones.
    private static let lists: [(name: String, count: Int, members: [String])] = [
        ("articles", 9, ["section", "section", "author", "badge", "active"]),
        ("sections", 5, ["desk", "desk", "active"]), ("authors", 4, ["active"]),
        ("badges", 4, ["author"]), ("desks", 3, ["active"]),
    ]

    /// Returns a payload with most of the objects.
    func beginning(_ random: inout SeededGenerator) -> String {
        let lists = Self.lists.map { list in
            let records = (1...list.count).filter { _ in random.chance(0.9) }.map {
                record($0, of: Set(list.members), &random)
            }
            return "\"\(list.name)\":[\(records.joined(separator: ","))]"
        }
        return "{\(lists.joined(separator: ","))}"
    }

    /// Returns a payload that changes a key or two of one object, in most cases an article.
    func payload(_ random: inout SeededGenerator) -> String {
        let list = random.chance(0.7) ? Self.lists[0] : random.pick(Self.lists)
        let number = Int.random(in: 1...list.count, using: &random)
        let members = (0..<random.pick([1, 1, 2])).map { _ in random.pick(list.members) }
        return "{\"\(list.name)\":[\(record(number, of: Set(members), &random))]}"
    }

    private func record(
        _ number: Int, of names: Set<String>, _ random: inout SeededGenerator
    ) -> String {
        let members = names.sorted().map { name in
            switch name {
            case "active": ",\"active\":\(random.chance(0.5))"
            case _ where random.chance(0.25): ",\"\(name)\":null"
            default: ",\"\(name)\":\(Int.random(in: 1...5, using: &random))"
            }
        }
        let gone = deletes && random.chance(0.1) ? ",\"gone\":true" : ""
        return "{\"id\":\(number)\(members.joined())\(gone)}"
    }
}

/// A naive evaluation of the connections in a store.
extension MovingEnds {
    /// Returns the relationships that differ from their connections.
    func faults(in container: PersistentContainer) throws -> [String] {
        let connections = try container.registeredConnections()
        return try container.perform { context in
            try connections.flatMap { try faults(of: $0, context) }
        }
    }

    private func faults(
        of connection: ConnectionDescription, _ context: ManagedObjectContext
    ) throws -> [String] {
        let name = connection.relationship
        guard let entity = model[connection.entity],
            let relationship = entity.relationship(named: name)
        else { return ["\(connection.name) is not in the model"] }
        func all(_ entity: String, _ predicate: EntityPredicate = .true) throws -> [ManagedObject] {
            try context.fetch(FetchRequest(entity, where: predicate)).sorted {
                $0.objectID.number < $1.objectID.number
            }
        }
        let ends = try all(relationship.destination, connection.destinationPredicate)
        var wanted = try all(connection.entity).map { source in
            let found =
                connection.keyPath.map { source.ends(along: $0.components) }
                ?? ends.filter { end in
                    connection.keys.allSatisfy {
                        !source[$0.source].isNull && source[$0.source] == end[$0.destination]
                    }
                }
            let numbers = found.filter(ends.contains).map(\.objectID.number).distinct
            return (source, relationship.isToMany ? numbers : Array(numbers.sorted().prefix(1)))
        }
        let inverse = relationship.inverse.flatMap {
            model[relationship.destination]?.relationship(named: $0)
        }
        if inverse?.isToMany == false {
            // The newest source takes precedence.
            for place in wanted.indices {
                let newer = Set(wanted[(place + 1)...].flatMap(\.1))
                wanted[place].1.removeAll(where: newer.contains)
            }
        }
        return wanted.compactMap { source, numbers in
            let found = source.ends(along: [name]).map(\.objectID.number)
            let isSame =
                relationship.isOrdered ? found == numbers : found.sorted() == numbers.sorted()
            return isSame ? nil : "\(source.objectID).\(name): expected \(numbers), found \(found)"
        }
    }
}

extension ConnectionDescription {
    fileprivate var name: String { "\(entity).\(relationship)" }
}

extension ManagedObject {
    /// Returns the objects at the end of a path, each as often as the path leads to it.
    fileprivate func ends(along path: [String]) -> [ManagedObject] {
        path.reduce([self]) { reached, name in
            reached.flatMap { object in
                object.entity.relationship(named: name)?.isToMany == true
                    ? object[toMany: name] : object[toOne: name].map { [$0] } ?? []
            }
        }
    }
}

extension [Int64] {
    fileprivate var distinct: [Int64] {
        var seen: Set<Int64> = []
        return filter { seen.insert($0).inserted }
    }
}
