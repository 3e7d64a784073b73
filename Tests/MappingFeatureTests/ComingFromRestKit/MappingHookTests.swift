import ConnectionEvaluation
import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Hooks after mapping")
struct MappingHookTests {
    private let model: ManagedObjectModel

    init() throws { model = try Comics.model() }

    private func mappings(_ change: (inout Comics.Mappings) -> Void) throws -> MappingSet {
        try Comics.Mappings(model).set(change)
    }

    @Test(arguments: StoreKind.allCases)
    func `see the mapped object and the representation, once`(kind: StoreKind) throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Product",
                attributes: [
                    .init("systemID", .integer64), .init("price", .integer64),
                    .init("priceReduction", .integer64),
                ])
        ])
        let bench = try Workbench(kind, model)
        let calls = Log()
        let products = try model.mapping(
            "Product", identifiedBy: ["systemID"], ["id": "systemID", "price": "price"]
        ) {
            $0.didMap = MappingHook("reduction") { product, representation in
                calls.add("\(product["price"])")
                guard let price = Int64(attributeValue: product["price"]),
                    let salePrice = representation["salePrice"]?.int64
                else { return }
                product["priceReduction"] = .integer(price - salePrice)
            }
        }
        let set = MappingSet([products], roots: ["products": "Product"])
        let payload = #"{"products":[{"id":1,"price":100,"salePrice":80}]}"#
        let first = try bench.load(payload, set)
        #expect(try bench.lines("Product", "price", "priceReduction") == ["100 | 20"])
        #expect(calls.lines == ["100"])
        #expect((first.total.inserted, first.total.updated) == (1, 0))
        // The hook assigns the same value as before, so nothing changes.
        let second = try bench.load(payload, set)
        #expect((second.total.updated, second.total.unchanged) == (0, 1))
        let third = try bench.load(
            #"{"products":[{"id":1,"price":100,"salePrice":70}]}"#, set)
        #expect((third.total.updated, third.total.unchanged) == (1, 0))
        #expect(try bench.lines("Product", "price", "priceReduction") == ["100 | 30"])
    }

    @Test(arguments: StoreKind.allCases, [false, true])
    func `are called in the order of the records, for each of them`(
        kind: StoreKind, isObserved: Bool
    ) throws {
        let bench = try Workbench(kind, model)
        let calls = Log()
        let set = try mappings { mappings in
            mappings.character.didMap = MappingHook("log") { character, representation in
                let publisher = character[toOne: "publisher"]?["publisherID"] ?? .null
                calls.add("\(character["characterID"]) \(publisher) \(representation.count)")
            }
            mappings.publisher.didMap = MappingHook("log") { publisher, _ in
                calls.add(
                    "\(publisher["publisherID"]) of \(publisher[toMany: "characters"].count)")
            }
        }
        let payload = """
            [{"id": 2, "publisher": {"id": 7}}, {"id": 1, "name": "A", "publisher": {"id": 7}}]
            """
        if isObserved {
            _ = try bench.observe(payload, set).result.get()
        } else {
            try bench.load(payload, set)
        }
        #expect(calls.lines == ["2 7 2", "7 of 2", "1 7 3", "7 of 2"])
    }

    @Test(arguments: StoreKind.allCases)
    func `are not called for what was left out or is no newer`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let calls = Log()
        let set = try mappings { mappings in
            mappings.character.addAttributeMapping(from: "at", to: "createdAt")
            mappings.character.modificationAttribute = "createdAt"
            mappings.character.shouldMapRelationshipsIfObjectIsUnmodified = true
            mappings.character.recordValidation = RecordValidation("not declined") { candidate in
                candidate["name"] == "D" ? .decline : .accept
            }
            mappings.character.didMap = MappingHook("log") { character, _ in
                calls.add("\(character["characterID"])")
            }
        }
        try bench.load(#"{"id": 1, "at": "2020-01-01T00:00:00Z"}"#, set)
        let payload = """
            [{"id": 1, "at": "2020-01-01T00:00:00Z", "name": "old"}, {"id": "x"},
             {"id": 3, "amount": "much"}, {"id": 4, "name": "D"}, {"id": 5}]
            """
        let result = try bench.load(payload, set)
        #expect(calls.lines == ["1", "5"])
        #expect(result.total.failed == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func `may set relationships and insert, and the result counts it`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.insert("Power", ["powerID": 1, "name": "fly"])
        let set = try mappings { mappings in
            mappings.character.didMap = MappingHook("powers") { character, representation in
                let context = character.context
                var powers: [ManagedObject] = []
                for name in representation["abilities"]?.elements.compactMap(\.string) ?? [] {
                    let known = try context.fetch(
                        FetchRequest("Power", where: .attribute("name") == name))
                    let power = known.first ?? context.insert("Power")
                    power["name"] = .string(name)
                    powers.append(power)
                }
                character[toMany: "powers"] = powers
            }
        }
        let first = try bench.load(#"[{"id": 1, "abilities": ["fly", "run"]}, {"id": 2}]"#, set)
        #expect(
            try bench.lines("Character", "characterID", "powers.name")
                == [#"1 | ["fly","run"]"#, "2 | []"])
        #expect(first.counts["Power"]?.inserted == 1)
        #expect(first.counts["Character"]?.inserted == 2)
        let again = try bench.load(#"[{"id": 1, "abilities": ["fly", "run"]}]"#, set)
        #expect(again.counts["Character"]?.unchanged == 1)
        let second = try bench.load(
            #"[{"id": 1, "abilities": ["run"]}, {"id": 2, "abilities": []}]"#, set)
        #expect(second.counts["Character"]?.updated == 1)
        #expect(second.counts["Character"]?.unchanged == 1)
        #expect(second.counts["Power"]?.inserted == 0)
        #expect(try bench.lines("Power", "name") == [#""fly""#, #""run""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `count objects that the payload does not name`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.insert("Publisher", ["publisherID": 7, "motto": "old"])
        try bench.insert("Publisher", ["publisherID": 8])
        let set = try mappings { mappings in
            mappings.character.didMap = MappingHook("others") { character, _ in
                for publisher in try character.context.fetch(FetchRequest("Publisher")) {
                    guard publisher["publisherID"] == 7 else {
                        character.context.delete(publisher)
                        continue
                    }
                    publisher["motto"] = "new"
                }
            }
        }
        let result = try bench.load(#"[{"id": 1}, {"id": 2}]"#, set)
        #expect(result.counts["Publisher"]?.updated == 1)
        #expect(result.counts["Publisher"]?.deleted == 1)
        #expect(try bench.lines("Publisher", "publisherID", "motto") == [#"7 | "new""#])
    }

    @Test(arguments: StoreKind.allCases)
    func `are followed by connections`(kind: StoreKind) throws {
        let model = try News.model()
        let bench = try Workbench(kind, model)
        var set = try News.mappings(for: model)
        set.update("Article") { articles in
            articles.didMap = MappingHook("author") { article, representation in
                guard let author = representation["by"]?.int64 else { return }
                article["authorID"] = .integer(author)
            }
        }
        let result = try bench.load(
            #"{"articles": [{"id": 1, "by": 5}, {"id": 2, "by": 6}], "authors": [{"id": 5}]}"#, set)
        #expect(
            try bench.lines("Article", "articleID", "author.authorID") == ["1 | [5]", "2 | []"])
        #expect(result.total.unresolved == 1)
        // The store keeps the connection with the key written by the hook unresolved.
        try bench.load(#"{"authors": [{"id": 6}]}"#, set)
        #expect(
            try bench.lines("Article", "articleID", "author.authorID") == ["1 | [5]", "2 | [6]"])
    }

    @Test(arguments: StoreKind.allCases)
    func `come before incomplete objects are discarded`(kind: StoreKind) throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Pet", attributes: [.init("petID", .integer64)],
                relationships: [.toOne("owner", "Owner", inverse: "pets", isOptional: false)]),
            EntityDescription("Owner", relationships: [.toMany("pets", "Pet", inverse: "owner")]),
        ])
        let bench = try Workbench(kind, model)
        let pets = try model.mapping("Pet", identifiedBy: ["petID"], ["id": "petID"]) {
            $0.discardsInvalidObjectsOnInsert = true
            $0.didMap = MappingHook("owner") { pet, _ in
                guard pet["petID"] == 1 else { return }
                pet[toOne: "owner"] = pet.context.insert("Owner")
            }
        }
        let result = try bench.load(#"[{"id": 1}, {"id": 2}]"#, pets)
        #expect(try bench.lines("Pet", "petID") == ["1"])
        #expect(result.issues.map(\.code) == [.discarded])
    }

    @Test(arguments: StoreKind.allCases)
    func `see what a transform has made of the representation`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let calls = Log()
        let set = try mappings { mappings in
            mappings.character.representationTransform = Comics.legacy
            mappings.character.didMap = MappingHook("log") { _, representation in
                calls.add("\(representation["id"]?.int64 ?? 0)")
            }
        }
        try bench.load(#"{"legacy_id": 4}"#, set)
        #expect(calls.lines == ["4"])
    }

    @Test func `make mappings equal by their names`() throws {
        var one = try Comics.Mappings(model).character
        var other = one
        one.didMap = MappingHook("a") { _, _ in }
        other.didMap = MappingHook("b") { _, _ in }
        #expect(one != other)
        other.didMap = MappingHook("a") { _, _ in }
        #expect(one == other)
    }

    @Test(arguments: StoreKind.allCases)
    func `that delete a destination leave its sources to the next one`(kind: StoreKind) throws {
        let model = try News.model()
        let bench = try Workbench(kind, model)
        var set = try News.mappings(for: model)
        try bench.insert("Author", ["authorID": 7, "name": "A"])
        let second = try bench.insert("Author", ["authorID": 7, "name": "B"])
        try bench.insert("Section", ["sectionID": 5, "name": "S"])
        try bench.load(#"{"articles": [{"id": 1, "author_id": 7, "sections": [5]}]}"#, set)
        #expect(
            try bench.lines("Article", "author.name", "sections.name") == [#"["A"] | ["S"]"#])
        set.update("Tag") { tags in
            tags.didMap = MappingHook("ends what has its name") { tag, _ in
                for entity in ["Author", "Section"] {
                    let objects = try tag.context.fetch(FetchRequest(entity))
                    tag.context.delete(objects.filter { $0["name"] == tag["name"] })
                }
            }
        }
        let result = try bench.load(#"{"tags": [{"id": 1, "name": "A"}]}"#, set)
        #expect(result.counts["Author"]?.deleted == 1)
        #expect(try bench.lines("Article", "author.name") == [#"["B"]"#])
        let links = try bench.load(#"{"tags": [{"id": 1, "name": "S"}]}"#, set)
        #expect(try bench.lines("Article", "sections.name") == ["[]"])
        #expect(links.unresolved.map(\.relationship) == ["sections"])
        let last = try bench.load(#"{"tags": [{"id": 1, "name": "B"}]}"#, set)
        #expect(try bench.container.perform { try $0.object(with: second) == nil })
        #expect(try bench.lines("Article", "author.name") == ["[]"])
        #expect(last.unresolved.map(\.relationship).contains("author"))
    }
}
