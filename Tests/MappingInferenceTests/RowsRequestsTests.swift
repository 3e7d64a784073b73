import EntityMapper
import MappingFiles
import MappingInference
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Rows: what is kept on request, and identifiers in place of objects")
struct RowsRequestsTests {
    // MARK: Remaining members

    private static let status = """
        [{"id":1,"id_str":"1","geo":null,"rest":"r","user":{"id":7,"extra":null},
          "meta":{"a":1,"empty":[]}},
         {"id":2,"id_str":"2","geo":null,"user":{"id":8,"extra":null},"meta":{"a":2},
          "always":[]}, {"id":3,"id_str":"3"}]
        """

    @Test("what is not mapped is kept in the record, and a key 'rest' stays an attribute")
    func keepsRest() throws {
        let inferred = try Inferred(Self.status, named: "statuses.json") { $0.keepsRest = true }
        let file = inferred.mapping.file
        #expect(file.mappings["Status"]?.attributeMapping(to: "rest")?.source == "rest")
        #expect(file.mappings["Status"]?.attributeMapping(to: "rest2")?.source == "@rest")
        #expect(try file.text.contains("\"rest\": \"rest2\""))
        #expect(try file.text.contains("\"rest\": true"))
        let kept = try inferred.rests("Status", in: "rest2")
        #expect(
            kept == [
                ["id_str": "1", "geo": .null, "meta": ["empty": []]],
                ["id_str": "2", "geo": .null, "always": []], ["id_str": "3"],
            ])
        #expect(try inferred.rests("User") == [["extra": .null], ["extra": .null]])
    }

    @Test("what is left out on request is not kept, and a later page needs no option")
    func ignored() throws {
        let first = try Inferred(Self.status, named: "statuses.json") {
            $0.keepsRest = true
            $0.corrections.dropped = ["[].id_str", "[].meta.empty", "[].geo"]
        }
        #expect(try first.rests("Status", in: "rest2") == [["always": []]])
        let page = #"[{"id":4,"place":{"id":9,"name":"Ulm","bounds":null}}]"#
        let later = try Inferred(page, named: "statuses.json") { $0.base = first.mapping.file }
        let update = try first.mapping.file.updated(with: later.mapping.file)
        #expect(update.file.mappings["Place"]?.attributeMapping(to: "rest")?.source == "@rest")
        #expect(update.file.mappings["Status"]?.attributeMappings(from: "@rest").count == 1)
    }

    @Test("a link keeps what neither it nor its object takes")
    func links() throws {
        let carts = (1...3).map { cart in
            let line = #"{"id":7,"price":5,"quantity":\#(cart),"note":null}"#
            let other = #"{"id":8,"price":6,"quantity":\#(cart + 4),"note":null}"#
            return #"{"id":\#(cart),"products":[\#(line),\#(other)]}"#
        }
        let inferred = try Inferred("[\(carts.joined(separator: ","))]", named: "carts.json") {
            $0.keepsRest = true
        }
        let entities = inferred.mapping.entities.map(\.name)
        #expect(entities == ["Cart", "CartProduct", "Product"])
        #expect(try inferred.rests("CartProduct").count == 6)
        #expect(try inferred.rests("Product").isEmpty)
    }

    // MARK: Enumerations

    private static let states = (0..<30).map { index in
        let state = ["open", "closed", "in progress"][index % 3]
        return #"{"id":\#(index),"state":"\#(state)","name":"\#(state)"}"#
    }.joined(separator: ",")

    @Test("T9: on request, texts of few kinds are an enumeration of the mapping file")
    func enumerations() throws {
        let plain = try Inferred("[\(Self.states)]", named: "tasks.json")
        #expect(plain.mapping.file.enumerations.isEmpty)
        let inferred = try Inferred("[\(Self.states)]", named: "tasks.json") {
            $0.findsEnumerations = true
        }
        let file = inferred.mapping.file
        #expect(file.enumerations == ["Task.state": ["closed", "in progress", "open"]])
        #expect(file.entities == plain.mapping.file.entities)
        let page = Self.states.replacing("open", with: "new")
        let later = try Inferred("[\(page)]", named: "tasks.json") { $0.base = file }
        let update = try file.updated(with: later.mapping.file)
        #expect(
            update.file.enumerations["Task.state"] == ["closed", "in progress", "open", "new"])
    }

    // MARK: Identifiers

    @Test(
        "identifiers among objects are read by the relationship",
        arguments: [
            #"[{"id":1,"author":3},{"id":2,"author":{"id":3,"name":"A"}},{"id":4,"author":3}]"#,
            #"[{"id":1,"author":"u3"},{"id":2,"author":{"id":"u3","name":"A"}}]"#,
            #"[{"id":1,"author":[3]},{"id":2,"author":[{"id":3,"name":"A"},3]}]"#,
        ])
    func mixed(payload: String) throws {
        let inferred = try Inferred(payload, named: "articles.json")
        #expect(inferred.mapping.file.mappings["Author"]?.acceptsIdentifiers == true)
        #expect(inferred.leftovers(.otherKind).isEmpty)
        #expect(try inferred.objects()["Author"] == 1)
        #expect(inferred.mapping.decisions.contains { $0.rule == "T3" && $0.isApplied })
    }

    @Test(
        "T3: scalars that are no identifiers of the objects are left over",
        arguments: [
            #"[{"id":1,"author":"Jane"},{"id":2,"author":{"id":"u3","name":"A"}}]"#,
            #"[{"id":1,"author":"Jane"},{"id":2,"author":{"id":3,"name":"A"}}]"#,
            #"[{"id":1,"author":1.5},{"id":2,"author":{"id":3,"name":"A"}}]"#,
            #"[{"id":1,"author":7},{"id":2,"author":{"name":"A","age":3}}]"#,
        ])
    func leftOver(payload: String) throws {
        let inferred = try Inferred(payload, named: "articles.json")
        #expect(inferred.leftovers(.otherKind) == ["[].author"])
        #expect(!inferred.mapping.file.mappings.mappings.contains { $0.acceptsIdentifiers })
    }

    @Test(
        "pages with identifiers and pages with objects give one author, in either order",
        arguments: [false, true])
    func pages(objectsFirst: Bool) throws {
        let identifiers = #"[{"id":1,"author":3},{"id":2,"author":4}]"#
        let objects = #"[{"id":5,"author":{"id":3,"name":"A"}}]"#
        let pages = objectsFirst ? [objects, identifiers] : [identifiers, objects]
        let first = try Inferred(pages[0], named: "articles.json").mapping.file
        let later = try Inferred(pages[1], named: "articles.json") { $0.base = first }
        let update = try first.updated(with: later.mapping.file)
        #expect(update.reports.isEmpty)
        let file = update.file
        #expect(file.mappings["Author"]?.acceptsIdentifiers == true)
        let container = try PersistentContainer(model: file.model(), store: InMemoryStore())
        for page in pages + pages {
            let result = try MappingOperation(file.plan()).run(page, in: container)
            #expect(result.issues.isEmpty)
        }
        let link = try #require(file.mappings["Article"]?.relationshipMappings.first).destination
        try container.perform { context in
            #expect(try context.fetch(FetchRequest("Author")).count == 2)
            let articles = try context.fetch(FetchRequest("Article"))
            #expect(articles.count == 3)
            #expect(articles.allSatisfy { $0[toOne: link] != nil })
            let named = articles.count { $0[toOne: link]?["name"] == "A" }
            #expect(named == 2)
        }
    }
}
