import Mercator
import TestSupport
import Testing

@Suite("Emptying a store that is in use")
struct ResetTests {
    private func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Human", attributes: [AttributeDescription("name", .string)],
                relationships: [.toMany("cats", "Cat", inverse: "human")]),
            EntityDescription("Cat", relationships: [.toOne("human", "Human")]),
        ])
    }

    private func insert(_ name: String, in container: PersistentContainer) throws -> ManagedObjectID
    {
        try container.perform { context in
            let human = context.insert("Human")
            human["name"] = .string(name)
            human[toMany: "cats"] = [context.insert("Cat")]
            try context.save()
            return human.objectID
        }
    }

    @Test(arguments: StoreKind.allCases, ["L04"])
    func `nothing is left, and identifiers find nothing, also later`(
        kind: StoreKind, id: String
    ) throws {
        try kind.withContainer(model()) { container in
            let blake = try insert("Blake", in: container)
            try container.reset()
            let other = try insert("Other", in: container)
            #expect(other != blake)
            #expect(try container.perform { try $0.object(with: blake) == nil })
            #expect(try container.perform { try $0.count(FetchRequest("Human")) } == 1)
        }
    }

    @Test(arguments: StoreKind.allCases, ["L08"])
    func `an open unit of work goes on reading, and its save is a conflict`(
        kind: StoreKind, id: String
    ) throws {
        try kind.withContainer(model()) { container in
            _ = try insert("Blake", in: container)
            try container.perform { context in
                let human = try #require(try context.fetch(FetchRequest("Human")).first)
                try container.reset()
                #expect(human["name"] == "Blake")
                #expect(human[toMany: "cats"].count == 1)
                human["name"] = "Sarah"
                #expect(throws: StoreError.self) { try context.save() }
                context.rollback()
                #expect(try context.fetch(FetchRequest("Human")).isEmpty)
                context.insert("Human")["name"] = "New"
                try context.save()
            }
            #expect(try container.perform { try $0.count(FetchRequest("Human")) } == 1)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a relationship to what is gone is refused`(kind: StoreKind) throws {
        try kind.withContainer(model()) { container in
            _ = try insert("Blake", in: container)
            try container.perform { context in
                let human = try context.fetch(FetchRequest("Human")).first
                try container.reset()
                context.insert("Cat")[toOne: "human"] = human
                let error = #expect(throws: StoreError.self) { try context.save() }
                #expect(error?.code == .brokenReference)
            }
            #expect(try container.perform { try $0.count(FetchRequest("Cat")) } == 0)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a second container sees it too`(kind: StoreKind) throws {
        try kind.withStore { store in
            let model = try model()
            let first = try PersistentContainer(model: model, store: store)
            let second = try PersistentContainer(model: model, store: store)
            let blake = try insert("Blake", in: first)
            try second.reset()
            #expect(try first.perform { try $0.object(with: blake) == nil })
            let new = try insert("New", in: first)
            #expect(new.number > blake.number)
        }
    }
}
