import Mercator
import TestSupport
import Testing

@Suite("Several stores by entity")
struct PartitionedStoreTests {
    /// Returns a model with content in one tree, and sessions and drafts in others.
    private func model(_ relationships: [RelationshipDescription] = []) throws
        -> ManagedObjectModel
    {
        try ManagedObjectModel([
            EntityDescription(
                "Session", attributes: [AttributeDescription("token", .string, isUnique: true)],
                relationships: relationships),
            EntityDescription(
                "Article", attributes: [AttributeDescription("title", .string, isUnique: true)],
                relationships: [.toMany("tags", "Tag", inverse: "articles", isOrdered: true)]),
            EntityDescription("Note", parent: "Session"),
            EntityDescription(
                "Tag", attributes: [AttributeDescription("name", .string)],
                relationships: [.toMany("articles", "Article")]),
            EntityDescription("Draft", attributes: [AttributeDescription("text", .string)]),
        ])
    }

    private func insert(_ container: PersistentContainer, _ values: [String: [String: Value]])
        throws
    {
        try container.perform { context in
            for (entity, values) in values {
                let object = context.insert(entity)
                for (name, value) in values { object[name] = value }
            }
            try context.save()
        }
    }

    private func count(_ entity: String, in container: PersistentContainer) throws -> Int {
        try container.perform { try $0.count(FetchRequest(entity)) }
    }

    @Test(arguments: StoreContract.checks, StoreKind.allCases)
    func `it keeps the contract of stores`(check: StoreContractCheck, kind: StoreKind) throws {
        try kind.withStore { try check.run(PartitionedStore(otherwise: $0, parts: [])) }
    }

    @Test(arguments: StoreKind.allCases)
    func `each tree is in its store, and all of them in one graph`(kind: StoreKind) throws {
        let model = try model()
        try kind.withStore { content in
            let store = PartitionedStore(
                otherwise: content, parts: [.init(["Session", "Draft"], in: InMemoryStore())])
            let id = try {
                let container = try PersistentContainer(model: model, store: store)
                try insert(container, ["Draft": ["text": "d"], "Note": ["token": "n"]])
                return try container.perform { context in
                    let article = context.insert("Article")
                    article["title"] = "Maps"
                    let tags = ["swift", "sql"].map { name in
                        let tag = context.insert("Tag")
                        tag["name"] = .string(name)
                        return tag
                    }
                    article[toMany: "tags"] = tags
                    context.insert("Session")["token"] = "s"
                    try context.save()
                    return article.objectID
                }
            }()
            let container = try PersistentContainer(model: model, store: store)
            let texts = try container.perform { context in
                let article = try context.object(with: id)
                let tags = article?[toMany: "tags"].map { $0["name"] } ?? []
                let sessions = try context.fetch(FetchRequest("Session")).map(\.entity.name)
                return ("\(tags)", sessions.sorted())
            }
            #expect(texts.0 == "\(["swift", "sql"] as [Value])")
            #expect(texts.1 == ["Note", "Session"])
            #expect(try count("Draft", in: container) == 1)
            let part = try ManagedObjectModel(
                ["Article", "Tag"].compactMap { model[$0] })
            let alone = try PersistentContainer(model: part, store: content)
            #expect(try count("Tag", in: alone) == 2)
        }
    }

    @Test func `everything that does not fit is said when the container is made`() throws {
        let model = try model([.toOne("current", "Article")])
        let store = PartitionedStore(
            otherwise: InMemoryStore(),
            parts: [
                .init(["Session", "Note", "Drafft"], in: InMemoryStore()),
                .init(["Session"], in: InMemoryStore()),
            ])
        let error = #expect(throws: StoreError.self) {
            try PersistentContainer(model: model, store: store)
        }
        #expect(error?.code == .invalidRequest)
        let message = error?.message ?? ""
        #expect(message.contains("Session.current leads to Article, which is in another store"))
        #expect(message.contains("no entity 'Drafft'; did you mean 'Draft'?"))
        #expect(message.contains("'Note' is part of the tree of 'Session'; name 'Session'"))
        #expect(message.contains("'Session' is named twice"))
    }

    @Test(arguments: ["Session", "Article"])
    func `a save that one store refuses leaves nothing in the others`(refused: String) throws {
        try StoreKind.sqlite.withStore { content in
            let store = PartitionedStore(
                otherwise: content,
                parts: [
                    .init(["Session"], in: InMemoryStore()), .init(["Draft"], in: InMemoryStore()),
                ])
            let container = try PersistentContainer(model: try model(), store: store)
            let unique = refused == "Session" ? "token" : "title"
            try insert(container, [refused: [unique: "taken"]])
            let error = #expect(throws: StoreError.self) {
                try insert(
                    container,
                    [
                        "Session": ["token": refused == "Session" ? "taken" : "t"],
                        "Article": ["title": refused == "Article" ? "taken" : "t"],
                        "Draft": ["text": "d"],
                    ])
            }
            #expect(error?.code == .uniqueness)
            for entity in ["Session", "Article", "Draft"] {
                #expect(try count(entity, in: container) == (entity == refused ? 1 : 0))
            }
        }
    }

    @Test func `a save to two files is refused, and each of them alone is not`() throws {
        try StoreKind.sqlite.withStore { content in
            try StoreKind.sqlite.withStore { other in
                let store = PartitionedStore(
                    otherwise: content, parts: [.init(["Session", "Draft"], in: other)])
                let container = try PersistentContainer(model: try model(), store: store)
                let error = #expect(throws: StoreError.self) {
                    try insert(container, ["Draft": ["text": "d"], "Article": ["title": "a"]])
                }
                #expect(error?.code == .invalidRequest)
                #expect(error?.message.contains("with Session, Note, Draft; with Article") == true)
                #expect(try count("Draft", in: container) == 0)
                #expect(try count("Article", in: container) == 0)
                try insert(container, ["Draft": ["text": "d"], "Session": ["token": "s"]])
                try insert(container, ["Article": ["title": "a"]])
                #expect(try count("Draft", in: container) == 1)
                #expect(try container.checkIntegrity().isClean)
                try container.reset()
                #expect(try count("Draft", in: container) == 0)
                #expect(try count("Article", in: container) == 0)
            }
        }
    }

    @Test(arguments: [[true, false], [false, true], [true, true]])
    func `a load ends in every store, also where one of them fails`(failing: [Bool]) throws {
        let stores = failing.map { _ in FailingStore() }
        let store = PartitionedStore(
            otherwise: stores[0], parts: [.init(["Session", "Draft"], in: stores[1])])
        let container = try PersistentContainer(model: model(), store: store)
        container.backend.beginLoad()
        for (store, isFailing) in zip(stores, failing) where isFailing { store.fail([.endingLoad]) }
        let error = #expect(throws: StoreError.self) { try container.backend.endLoad() }
        #expect(error?.message == "endingLoad fails for a test")
        #expect(stores.map(\.endedLoads) == [1, 1])
    }
}
