import Mercator
import TestSupport
import Testing

@Suite("Deleting")
struct DeletingTests {
    /// Returns a chain of nodes: `next` has the rule, `previous` is the inverse.
    private static func chain(_ rule: DeleteRule, isOptional: Bool = true) throws
        -> ManagedObjectModel
    {
        try ManagedObjectModel([
            EntityDescription(
                "Node",
                relationships: [
                    .toMany(
                        "parts", "Node", inverse: "whole", isOptional: isOptional, deleteRule: rule),
                    .toOne("whole", "Node"), .toOne("likes", "Node"), .toMany("knows", "Node"),
                ])
        ])
    }

    @Test(arguments: StoreKind.allCases)
    func `nullify lets the others go`(store: StoreKind) throws {
        try store.withContainer(Self.chain(.nullify)) { container throws in
            try container.perform { context throws in
                let nodes = (0..<3).map { _ in context.insert("Node") }
                nodes[0][toMany: "parts"] = [nodes[1], nodes[2]]
                try context.save()
                context.delete(nodes[0])
                #expect(!nodes[0].exists && nodes[1][toOne: "whole"] == nil)
                try context.save()
                #expect(try context.fetch(FetchRequest("Node")) == [nodes[1], nodes[2]])
                #expect(nodes[2][toOne: "whole"] == nil)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `cascade follows chains and cycles`(store: StoreKind) throws {
        try store.withContainer(Self.chain(.cascade)) { container throws in
            try container.perform { context throws in
                let nodes = (0..<6).map { _ in context.insert("Node") }
                nodes[0][toMany: "parts"] = [nodes[1], nodes[2]]
                nodes[1][toMany: "parts"] = [nodes[3]]
                nodes[3][toMany: "parts"] = [nodes[0]]
                nodes[5][toMany: "parts"] = [nodes[4]]
                try context.save()
                context.delete(nodes[1])
                #expect(nodes.map(\.exists) == [false, false, false, false, true, true])
                try context.save()
                #expect(try context.fetch(FetchRequest("Node")) == [nodes[4], nodes[5]])
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `relationships without a way back forget the object`(store: StoreKind) throws {
        try store.withContainer(Self.chain(.nullify)) { container throws in
            let ids = try container.perform { context throws in
                let nodes = (0..<3).map { _ in context.insert("Node") }
                nodes[0][toOne: "likes"] = nodes[2]
                nodes[0][toMany: "knows"] = [nodes[1], nodes[2]]
                try context.save()
                return nodes.map(\.objectID)
            }
            try container.perform { context throws in
                let nodes = try ids.map { try #require(try context.object(with: $0)) }
                nodes[1][toOne: "likes"] = nodes[2]
                context.delete(nodes[2])
                #expect(nodes[0][toOne: "likes"] == nil && nodes[1][toOne: "likes"] == nil)
                #expect(nodes[0][toMany: "knows"] == [nodes[1]])
                try context.save()
                #expect(nodes[0][toOne: "likes"] == nil)
                #expect(nodes[0][toMany: "knows"] == [nodes[1]])
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `deny refuses the save until the others are gone or let go`(store: StoreKind) throws {
        for repair in ["delete", "let go", "rollback"] {
            try store.withContainer(Self.chain(.deny)) { container throws in
                try container.perform { context throws in
                    let nodes = (0..<3).map { _ in context.insert("Node") }
                    nodes[0][toMany: "parts"] = [nodes[1], nodes[2]]
                    try context.save()
                    context.delete(nodes[0])
                    let error = #expect(throws: ValidationError.self) { try context.save() }
                    #expect(
                        error?.description == """
                            The changes cannot be saved, 1 problem:
                            - Node/1 parts: it cannot be deleted while it has 2 of Node
                            """)
                    switch repair {
                    case "delete": context.delete([nodes[1], nodes[2]])
                    case "let go":
                        nodes[1][toOne: "whole"] = nil
                        nodes[2][toOne: "whole"] = nodes[1]
                    default: context.rollback()
                    }
                    try context.save()
                    let counts = ["delete": 0, "let go": 2, "rollback": 3]
                    #expect(try context.count(FetchRequest("Node")) == counts[repair])
                }
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `no action leaves a reference that the store refuses and that can be cleared`(
        store: StoreKind
    ) throws {
        try store.withContainer(Self.chain(.noAction)) { container throws in
            try container.perform { context throws in
                let (whole, part) = (context.insert("Node"), context.insert("Node"))
                part[toOne: "whole"] = whole
                try context.save()
                context.delete(whole)
                let error = #expect(throws: StoreError.self) { try context.save() }
                #expect(error?.code == .brokenReference)
                part[toOne: "whole"] = nil
                try context.save()
                #expect(try context.fetch(FetchRequest("Node")) == [part])
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `what was never saved leaves nothing behind`(store: StoreKind) throws {
        try store.withContainer(Self.chain(.cascade)) { container throws in
            try container.perform { context throws in
                let (whole, part) = (context.insert("Node"), context.insert("Node"))
                whole[toMany: "parts"] = [part]
                context.delete(whole)
                context.delete(whole)
                try context.save()
                #expect(!context.hasChanges && !part.exists)
                #expect(try context.count(FetchRequest("Node")) == 0)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a mandatory relationship that loses its object keeps the save from happening`(
        store: StoreKind
    ) throws {
        try store.withContainer(Library.model()) { container throws in
            try container.perform { context throws in
                let (author, profile) = (context.insert("Author"), context.insert("Profile"))
                author["name"] = "Anna"
                author[toOne: "profile"] = profile
                try context.save()
                author[toOne: "profile"] = nil
                let error = #expect(throws: ValidationError.self) { try context.save() }
                #expect(
                    error?.problems.map(\.description) == [
                        "Profile/1 author: an object of Author is required"
                    ])
                context.delete(author)
                #expect(throws: ValidationError.self) { try context.save() }
                context.delete(profile)
                try context.save()
            }
        }
    }
}
