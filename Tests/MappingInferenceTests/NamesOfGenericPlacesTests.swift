import MappingInference
import Testing

@Suite("Names of generic places")
struct NamesOfGenericPlacesTests {
    @Test func `A generic key in a list is named by it, one in a single object by itself`() throws {
        let tracks = try Inferred(#"{"tracks":{"items":[{"id":1},{"id":2}]}}"#)
        #expect(tracks.entities == ["Track trackID"])
        let feed = try Inferred(
            #"{"rss":{"channel":{"title":"t","item":[{"title":"a"},{"title":"b"}]}}}"#)
        #expect(feed.entity(at: "rss.channel.item[]") == "Item")
        let map = try Inferred(#"{"osm":{"node":[{"id":1},{"id":2}],"way":[{"id":1}]}}"#)
        #expect(map.entities == ["Node nodeID", "Way wayID"])
    }

    @Test func `Parts with a generic key have it behind the name of their owner`() throws {
        let inferred = try Inferred(
            """
            [{"id":1,"rows":[{"t":1},{"t":1}],"attributes":[{"size":1,"option":"x"}]},
            {"id":2,"rows":[{"t":1}],"attributes":[{"size":1,"option":"y"}]}]
            """, named: "products.json")
        #expect(inferred.entities == ["Product productID", "ProductAttribute", "ProductRow"])
    }

    @Test func `No name repeats that of its owner`() throws {
        let many = (1...30).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
        let inferred = try Inferred(#"{"query":{"count":1,"results":{"channel":{\#(many)}}}}"#)
        #expect(!inferred.mapping.entities.contains { $0.name == "QueryQuery" })
    }

    @Test func `Elements are a noun`() throws {
        #expect(
            try Inferred(#"{"elements":[{"symbol":"H"},{"symbol":"He"}]}"#, named: "table.json")
                .entity(at: "elements[]") == "Element")
    }

    @Test func `The identity has its name before a foreign key of the same entity`() throws {
        let inferred = try Inferred(
            #"[{"id":1,"city_id":null},{"id":2,"city_id":1},{"id":3,"city_id":1}]"#,
            named: "cities.json")
        #expect(inferred.entities == ["City cityID"])
    }

    @Test func `A relationship is the key without an ending that says identity`() {
        #expect(RelationshipName.of(path: ["modifyingViewUid"], isToMany: false) == "modifyingView")
        #expect(RelationshipName.of(path: ["image_uuids"], isToMany: true) == "images")
    }

    @Test func `Of two identities of one strength, the shorter one is taken`() throws {
        let inferred = try Inferred(#"[{"_id":6,"id":1},{"_id":7,"id":2}]"#, named: "cats.json")
        #expect(inferred["Cat.catID"]?.source == "id")
    }

    @Test func `Keys without letters and digits are numbered`() throws {
        let inferred = try Inferred(#"{"id":1," ":1,"%":2,"_":3}"#)
        #expect(inferred.attributes("Page") == ["field1", "field2", "field3", "pageID"])
    }

    @Test func `The name around a generic key is one, a type that differs is none`() throws {
        let inferred = try Inferred(
            """
            {"results":[{"id":1,"links":{"companies":{"results":[{"id":7,"type":"a_to_b"}]}}},
            {"id":2,"links":{"companies":{"results":[{"id":8,"type":"a_to_b"}]}}}]}
            """, named: "contacts.json")
        #expect(inferred.entities == ["Company companyID", "Contact contactID"])
        let answers = try Inferred(#"{"responses":[{"id":1},{"id":2}]}"#, named: "form.json")
        #expect(answers.entities == ["Response responseID"])
    }

    @Test func `Digits in the name of a file are none of its noun`() throws {
        #expect(
            try Inferred(#"[{"id":1},{"id":2}]"#, named: "movies-1970s.json").entities
                == ["Movie movieID"])
    }

    @Test func `E5: how something is related is no name of an entity`() throws {
        let inferred = try Inferred(
            #"{"posts":[{"id":1,"referenced":[{"type":"replied_to","id":7}]}]}"#)
        #expect(inferred.entities == ["Post postID", "Referenced referencedID"])
    }
}
