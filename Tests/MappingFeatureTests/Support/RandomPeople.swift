import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport

/// Random events in a store with people, their children and cats, with few keys so that they
/// collide.
struct RandomPeople: Sendable {
    /// A repeatable event.
    enum Step: Sendable {
        /// A payload is mapped and saved.
        case load(String)
        /// A payload is mapped after changes in code, in a unit of work that may remain unsaved.
        case mixed([Change], String, isSaved: Bool)
        /// Changes in code are saved.
        case change([Change])
        /// A payload is mapped, and a save fails because of a duplicate key.
        case failing(String, key: Int)
    }

    /// A change in code of the object at an index among the people, if there is one.
    enum Change: Sendable {
        case delete(Int)
        case setKey(Int, Value)
        case insert(entity: String, key: Value)
    }

    static func mappings(for model: ManagedObjectModel) throws -> MappingSet {
        let humans = try ["Human", "Child"].map { name in
            try model.mapping(
                name, identifiedBy: ["railsID"], ["id": "railsID", "name": "name"]
            ) { $0.addRelationshipMapping(from: "cats", to: "cats", using: "Cat") }
        }
        let cats = try model.mapping(
            "Cat", identifiedBy: ["age", "name"], ["name": "name", "age": "age", "sex": "sex"])
        return MappingSet(
            humans + [cats], roots: ["humans": "Human", "children": "Child", "cats": "Cat"])
    }

    static func steps(_ count: Int, _ random: inout SeededGenerator) -> [Step] {
        (0..<count).map { _ in
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5: .load(page(&random))
            case 5..<7: .mixed(changes(&random), page(&random), isSaved: random.chance(0.6))
            case 7..<9: .change(changes(&random))
            default: .failing(page(&random), key: Int.random(in: 1...8, using: &random))
            }
        }
    }

    static func page(_ random: inout SeededGenerator) -> String {
        let roots = ["humans", "children", "cats"].map { root in
            let records = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                root == "cats" ? cat(&random) : human(&random)
            }
            return #""\#(root)": [\#(records.joined(separator: ", "))]"#
        }
        return "{" + roots.joined(separator: ", ") + "}"
    }

    private static func human(_ random: inout SeededGenerator) -> String {
        let id = random.chance(0.1) ? "null" : "\(Int.random(in: 1...8, using: &random))"
        let cats = (0..<Int.random(in: 0...2, using: &random)).map { _ in cat(&random) }
        return """
            {"id": \(id), "name": "\(random.pick(["A", "B", "C"]))", \
            "cats": [\(cats.joined(separator: ", "))]}
            """
    }

    private static func cat(_ random: inout SeededGenerator) -> String {
        let age = random.chance(0.1) ? "null" : "\(Int.random(in: 1...3, using: &random))"
        return """
            {"name": "\(random.pick(["a", "a:1", "1", "1:1"]))", "age": \(age), \
            "sex": "\(random.pick(["f", "m"]))"}
            """
    }

    private static func changes(_ random: inout SeededGenerator) -> [Change] {
        (0..<Int.random(in: 1...3, using: &random)).map { _ in
            let place = Int.random(in: 0..<8, using: &random)
            let key: Value =
                random.chance(0.2) ? .null : .integer(Int64.random(in: 1...8, using: &random))
            return switch Int.random(in: 0..<4, using: &random) {
            case 0: .delete(place)
            case 1: .insert(entity: random.pick(["Human", "Child"]), key: key)
            default: .setKey(place, key)
            }
        }
    }
}

extension RandomPeople.Step {
    /// Performs the event, and returns the result in a comparable form.
    func run(_ operation: MappingOperation, in container: PersistentContainer) throws -> String {
        do {
            return try container.perform { try perform(operation, in: $0) }
        } catch let error as StoreError where error.code == .uniqueness {
            return "refused"
        }
    }

    private func perform(
        _ operation: MappingOperation, in context: ManagedObjectContext
    ) throws -> String {
        switch self {
        case .load(let json): return try map(json, operation, in: context)
        case .mixed(let changes, let json, let isSaved):
            try apply(changes, in: context)
            let result = try map(json, operation, in: context, saves: isSaved)
            if !isSaved { context.rollback() }
            // Discarded changes must leave no trace.
            return try result + map(json, operation, in: context)
        case .change(let changes):
            try apply(changes, in: context)
            try context.save()
            return "changed"
        case .failing(let json, let key):
            let result = try map(json, operation, in: context, saves: false)
            for _ in 0..<2 { context.insert("Human")["railsID"] = .integer(Int64(key)) }
            do {
                try context.save()
                return "saved"
            } catch let error as StoreError where error.code == .uniqueness {
                return result + " failed"
            }
        }
    }

    private func map(
        _ json: String, _ operation: MappingOperation, in context: ManagedObjectContext,
        saves: Bool = true
    ) throws -> String {
        let result = try operation.run(PayloadDocument(parsing: json), in: context)
        if saves { try context.save() }
        return "\(result.counts.sorted { $0.key < $1.key }) \(result.issues)"
    }

    private func apply(
        _ changes: [RandomPeople.Change], in context: ManagedObjectContext
    ) throws {
        for change in changes {
            // Two containers of a file give numbers in different orders.
            let people = try context.fetch(FetchRequest("Human"))
                .map { ($0, $0.contentOfPerson) }.sorted { $0.1 < $1.1 }.map(\.0)
            switch change {
            case .delete(let place): if place < people.count { context.delete(people[place]) }
            case .setKey(let place, let key):
                if place < people.count { people[place]["railsID"] = key }
            case .insert(let entity, let key): context.insert(entity)["railsID"] = key
            }
        }
    }
}

extension ManagedObject {
    /// The values of a person and of the person's cats, regardless of numbers.
    var contentOfPerson: String {
        let cats = self[toMany: "cats"].map { "\($0["name"]) \($0["age"])" }.sorted()
        return "\(entity.name) \(self["railsID"]) \(self["name"]) \(cats)"
    }
}
