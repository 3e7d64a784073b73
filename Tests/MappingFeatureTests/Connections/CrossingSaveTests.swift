import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

/// Units of work of a program whose saves cross, in one container and in two of the same store.
@Suite("Saves that cross")
struct CrossingSaveTests {
    private let model: ManagedObjectModel

    init() throws {
        model = try ManagedObjectModel([
            EntityDescription("Session", attributes: [.init("name", .string)]),
            EntityDescription(
                "Person", attributes: [.init("name", .string), .init("wanted", .integer64)],
                relationships: [
                    .toOne("badge", "Badge", inverse: "person"),
                    .toOne("partner", "Person", inverse: "partner"),
                    .toMany("tasks", "Task", inverse: "owner", isOrdered: true),
                    .toMany("clubs", "Club", inverse: "members", isOrdered: true),
                ]),
            EntityDescription(
                "Badge", attributes: [.init("code", .integer64)],
                relationships: [.toOne("person", "Person", inverse: "badge")]),
            EntityDescription(
                "Task", attributes: [.init("title", .string)],
                relationships: [.toOne("owner", "Person", inverse: "tasks")]),
            EntityDescription(
                "Club", attributes: [.init("name", .string)],
                relationships: [.toMany("members", "Person", inverse: "clubs", isOrdered: true)]),
        ])
    }

    private func fill(_ store: HistoryStore, _ counts: [String: Int]) throws {
        try store.containers[0].perform { context in
            for (entity, count) in counts.sorted(by: { $0.key < $1.key }) {
                for _ in 0..<count { _ = context.insert(entity) }
            }
            try context.save()
        }
    }

    @Test(arguments: HistoryStore.Kind.allCases, [0, 1])
    func `the second owner of what only one can have is a conflict`(
        kind: HistoryStore.Kind, second: Int
    ) throws {
        let store = try HistoryStore(kind, model)
        try fill(store, ["Person": 2, "Badge": 1])
        let contexts = [store.containers[0], store.containers[second]].map {
            ManagedObjectContext(model: $0.model, backend: $0.backend)
        }
        for (place, context) in contexts.enumerated() {
            let badge = try context.fetch(FetchRequest("Badge"))[0]
            try context.fetch(FetchRequest("Person"))[place][toOne: "badge"] = badge
        }
        try contexts[0].save()
        #expect(caught(StoreError.self) { try contexts[1].save() }?.code == .conflict)
        // The changes are still based on the old view, whatever has been read since.
        contexts[1].refresh()
        _ = try contexts[1].fetch(FetchRequest("Person")).map { $0[toOne: "badge"] }
        #expect(caught(StoreError.self) { try contexts[1].save() }?.code == .conflict)
        contexts[1].rollback()
        let badge = try contexts[1].fetch(FetchRequest("Badge"))[0]
        #expect(badge[toOne: "person"]?.objectID.number == 1)
        try contexts[1].fetch(FetchRequest("Person"))[1][toOne: "badge"] = badge
        try contexts[1].save()
        try expectAgreement(store, "\(kind)")
        #expect(badge[toOne: "person"]?.objectID.number == 2)
    }

    @Test(arguments: HistoryStore.Kind.allCases, [false, true])
    func `two loads that nest what only one can have leave it with one`(
        kind: HistoryStore.Kind, isConnected: Bool
    ) throws {
        let badge = try model.mapping("Badge", identifiedBy: ["code"], ["code": "code"])
        let person = try model.mapping("Person", identifiedBy: ["name"], ["name": "name"]) {
            $0.addRelationshipMapping(from: "badge", to: "badge", using: "Badge")
            if isConnected { $0.addConnection(for: "badge", connectedBy: ["wanted": "code"]) }
        }
        let set = MappingSet([person, badge], roots: ["badges": "Badge", "people": "Person"])
        let operation = MappingOperation(try MappingPlan(set, for: model))
        let store = try HistoryStore(kind, model)
        _ = try operation.run(
            #"{"badges": [{"code": 7}], "people": [{"name": "a"}, {"name": "b"}]}"#,
            in: store.containers[0])
        let container = store.containers[1]
        let context = ManagedObjectContext(model: model, backend: container.backend)
        let page = #"{"people": [{"name": "b", "badge": {"code": 7}}]}"#
        _ = try operation.run(page, in: context)
        _ = try operation.run(
            #"{"people": [{"name": "a", "badge": {"code": 7}}]}"#, in: store.containers[0])
        let error = caught(StoreError.self) { try context.save() }
        #expect(error?.code == (isConnected ? nil : .conflict))
        if error != nil { _ = try operation.run(page, in: container) }
        #expect(try store.badgeOwners() == 1)
        try expectAgreement(store, "\(kind)")
    }

    @Test(arguments: HistoryStore.Kind.allCases, Seeds.upTo(60))
    func `leave both ends of every relationship in agreement`(
        kind: HistoryStore.Kind, seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let store = try HistoryStore(kind, model)
        try fill(store, ["Person": 3, "Badge": 2, "Task": 2, "Club": 2])
        for round in 0..<8 {
            let units = (0..<Int.random(in: 2...4, using: &random)).map { _ in
                (random.pick(store.containers), UInt64.random(in: 0...1_000_000, using: &random))
            }
            let contexts = try units.map { container, seed in
                let context = ManagedObjectContext(
                    model: container.model, backend: container.backend)
                try change(context, seed)
                return context
            }
            for (context, unit) in zip(contexts, units).shuffled(using: &random) {
                do {
                    try context.save()
                } catch let error as StoreError
                    where [.conflict, .brokenReference].contains(error.code)
                {
                    context.rollback()
                    try change(context, unit.1)
                    try context.save()
                }
                try expectAgreement(store, "seed \(seed), round \(round)")
            }
        }
    }

    /// Makes a few changes, which may depend on what the context has read.
    private func change(_ context: ManagedObjectContext, _ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let all = try ["Person", "Badge", "Task", "Club"].map {
            try context.fetch(FetchRequest($0))
        }
        var (people, badges, tasks, clubs) = (all[0], all[1], all[2], all[3])
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            switch Int.random(in: 0...8, using: &random) {
            case 0: people.append(context.insert("Person"))
            case 1: badges.append(context.insert("Badge"))
            case 2: tasks.append(context.insert("Task"))
            case 3 where people.count > 4: context.delete(people.removeLast())
            case 4: random.pick(people)[toOne: "badge"] = random.pick(badges)
            case 5: random.pick(badges)[toOne: "person"] = random.pick(people)
            case 6: random.pick(people)[toOne: "partner"] = random.pick(people)
            case 7:
                let person = random.pick(people)
                person[toMany: "tasks"] =
                    random.chance(0.5)
                    ? person[toMany: "tasks"] + [random.pick(tasks)]
                    : [random.pick(tasks)] + person[toMany: "tasks"]
            default:
                let (person, club) = (random.pick(people), random.pick(clubs))
                if random.chance(0.5) {
                    person[toMany: "clubs"] = [club] + person[toMany: "clubs"]
                } else {
                    club[toMany: "members"].append(person)
                }
            }
        }
    }

    private func expectAgreement(_ store: HistoryStore, _ place: String) throws {
        let reader = try store.containers[0].backend.makeReader()
        for layout in model.relationships {
            let rows = try reader.rows(matching: RowRequest(entity: layout.entity))
            switch layout.storage {
            case .reference(let slot):
                let owned = rows.filter { !$0.row[slot].isNull }
                let owners = Dictionary(grouping: owned) { $0.row[slot] }
                if layout.isExclusive(in: model) {
                    #expect(owners.values.allSatisfy { $0.count == 1 }, "\(place): \(owners)")
                }
                guard let order = model.positionSlot(of: layout) else { continue }
                for rows in owners.values {
                    #expect(
                        Set(rows.map { $0.row[order] }).count == rows.count, "\(place): \(rows)")
                }
            case .links:
                let links = try reader.links(of: layout.index, from: rows.map(\.number))
                let placed = links.filter { $0.position != nil }
                #expect(
                    Set(placed.map { [$0.source, $0.position ?? 0] }).count == placed.count,
                    "\(place): \(links)")
                let arriving = links.filter { $0.inversePosition != nil }
                #expect(
                    Set(arriving.map { [$0.destination, $0.inversePosition ?? 0] }).count
                        == arriving.count, "\(place): \(links)")
            case .inverseReference, .inverseLinks: continue
            }
        }
        try store.containers[0].perform { context in
            for entity in model.entities {
                for object in try context.fetch(FetchRequest(entity.name)) {
                    for relationship in entity.relationships {
                        guard let inverse = relationship.inverse else { continue }
                        let there = object.ends(of: relationship.name)
                        let back = there.map { $0.ends(of: inverse).contains(object) }
                        #expect(
                            !back.contains(false),
                            "\(place): \(object.objectID).\(relationship.name) is one-sided")
                    }
                }
            }
        }
    }
}

extension ManagedObject {
    /// Returns the destinations of a relationship.
    fileprivate func ends(of relationship: String) -> [ManagedObject] {
        entity.relationship(named: relationship)?.isToMany == true
            ? self[toMany: relationship] : self[toOne: relationship].map { [$0] } ?? []
    }
}

extension HistoryStore {
    /// Returns the number of persons with a badge.
    fileprivate func badgeOwners() throws -> Int {
        try containers[0].perform { context in
            try context.fetch(FetchRequest("Person")).count { $0[toOne: "badge"] != nil }
        }
    }
}
