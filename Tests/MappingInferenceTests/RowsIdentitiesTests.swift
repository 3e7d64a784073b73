import EntityMapper
import MappingFiles
import MappingInference
import ObjectGraph
import PayloadFormats
import Testing

@Suite("Rows: identities")
struct RowsIdentitiesTests {
    @Test func `repeats that agree are one object`() throws {
        let inferred = try Inferred(
            #"[{"id":1,"t":"a"},{"id":1,"t":"a"},{"id":2,"t":"b"}]"#, named: "notes.json")
        #expect(inferred.entities == ["Note noteID"])
        #expect(inferred.rules("Note") == ["I3"])
        #expect(try inferred.objects() == ["Note": 2])
    }

    @Test func `identities that hold within their parent are local`() throws {
        let users = (1...50).map { user in
            let friends = (0...1).map { #"{"id":\#($0),"name":"friend \#($0) of \#(user)"}"# }
            return #"{"id":\#(user),"friends":[\#(friends.joined(separator: ","))]}"#
        }
        let inferred = try Inferred("[\(users.joined(separator: ","))]", named: "users.json")
        #expect(inferred.entities == ["Friend friendID+userID", "User userID"])
        #expect(inferred.rules("Friend") == ["I5"])
        #expect(try inferred.objects() == ["Friend": 100, "User": 50])
    }

    @Test func `what differs between repeats belongs to a link`() throws {
        let carts = [[7], [7, 8], [7, 8]].enumerated().map { index, products in
            let lines = products.map {
                #"{"id":\#($0),"title":"p\#($0)","price":\#($0 * 5),"quantity":\#(index * 3 + $0)}"#
            }
            return #"{"id":\#(index + 1),"products":[\#(lines.joined(separator: ","))]}"#
        }
        let inferred = try Inferred("[\(carts.joined(separator: ","))]", named: "carts.json")
        #expect(inferred.entities == ["Cart cartID", "CartProduct", "Product productID"])
        #expect(
            inferred.relationships == [
                "Cart.cartProducts**→CartProduct", "CartProduct.product→Product",
            ])
        #expect(inferred.attributes("CartProduct") == ["quantity"])
        #expect(inferred.attributes("Product") == ["price", "productID", "title"])
        #expect(
            try inferred.rows("CartProduct", ["quantity"])
                == ["10", "11", "13", "14", "7"].sorted())
        #expect(try inferred.rows("Product", ["productID", "price"]) == ["7 35", "8 40"])
    }

    @Test func `three carts, one product`() throws {
        let carts = (1...3).map {
            #"{"id":\#($0),"products":[{"id":7,"price":5,"quantity":\#($0)}]}"#
        }
        let inferred = try Inferred("[\(carts.joined(separator: ","))]", named: "carts.json")
        #expect(inferred.entities == ["Cart cartID", "CartProduct", "Product productID"])
        #expect(try inferred.rows("CartProduct", ["quantity"]) == ["1", "2", "3"])
        #expect(try inferred.objects() == ["Cart": 3, "CartProduct": 3, "Product": 1])
    }

    @Test func `a text that repeats the identity is not mapped`() throws {
        let inferred = try Inferred(
            #"[{"id":1,"id_str":"1"},{"id":2,"id_str":"2"}]"#, named: "notes.json")
        #expect(inferred.entities == ["Note noteID"])
        #expect(inferred.attributes("Note") == ["noteID"])
        #expect(inferred["Note.noteID"]?.type == .integer64)
        #expect(inferred.leftovers(.twin) == ["[].id_str"])
    }

    @Test func `identities beyond 64 bits are texts or decimals, never doubles`() throws {
        let ids = ["18446744073709551615", "18446744073709551614"]
        let records = ids.map { #"{"id":\#($0),"id_str":"\#($0)","t":"x"}"# }
        let inferred = try Inferred("[\(records.joined(separator: ","))]", named: "notes.json")
        let identity = try #require(inferred.entity("Note")?.identification)
        try #require(identity.count == 1)
        let type = inferred["Note.\(identity[0])"]?.type
        #expect(type == .string || type == .decimal)
        #expect(try inferred.objects() == ["Note": 2])
        #expect(try inferred.rows("Note", identity) == ids.sorted())
    }

    @Test func `an identity as a number and as a text is one object`() throws {
        let inferred = try Inferred([
            ("note1.json", #"{"id":7,"t":"a"}"#), ("note2.json", #"{"id":"7","t":"a"}"#),
        ])
        #expect(inferred.entities == ["Note noteID"])
        #expect(inferred["Note.noteID"]?.type == .integer64)
        #expect(try inferred.objects() == ["Note": 1])
    }

    @Test func `an identity that is no number makes it text`() throws {
        let inferred = try Inferred([
            ("note1.json", #"{"id":7,"t":"a"}"#), ("note2.json", #"{"id":"a7","t":"b"}"#),
        ])
        #expect(inferred.entities == ["Note noteID"])
        #expect(inferred["Note.noteID"]?.type == .string)
        #expect(try inferred.rows("Note", ["noteID"]) == ["7", "a7"])
    }

    @Test func `an identity that one of a hundred lacks is none`() throws {
        let inferred = try Inferred(withoutOne(of: 100), named: "notes.json")
        #expect(inferred.entity("Note")?.identification != ["noteID"])
        #expect(inferred.mapping.decisions.contains { $0.subject == "Note" && $0.rule == "I1" })
        #expect(inferred.entity("Note")?.identityEvidence.contains("1 of 100") == true)
        #expect(try inferred.objects()["Note"] != 99)
    }

    @Test func `an identity that one of a thousand lacks is one`() throws {
        let inferred = try Inferred(withoutOne(of: 1000), named: "notes.json")
        #expect(inferred.entities == ["Note noteID"])
    }

    private func withoutOne(of count: Int) -> String {
        let records = (1...count).map { #"{"id":\#($0 == 50 ? "null" : "\($0)"),"t":"x\#($0)"}"# }
        return "[\(records.joined(separator: ","))]"
    }

    @Test func `a unique identifier wins over a name`() throws {
        let records = (1...3).map {
            #"{"name":"n\#($0)","uuid":"6fa459ea-ee8a-3ca4-894e-db77e160355\#($0)"}"#
        }
        let inferred = try Inferred("[\(records.joined(separator: ","))]", named: "notes.json")
        #expect(inferred.entities == ["Note uuid"])
    }

    @Test func `the key that a list refers to identifies`() throws {
        let countries = ["A", "B", "C", "D"].enumerated().map { index, letter in
            let borders = ["A", "B", "C", "D"].filter { $0 != letter }.map { "\"\($0)\($0)X\"" }
            return #"{"cca2":"\#(letter)\#(letter)","cca3":"\#(letter)\#(letter)X","#
                + #""borders":[\#(borders.joined(separator: ","))],"area":\#(index * 7)}"#
        }
        let inferred = try Inferred(
            "[\(countries.joined(separator: ","))]", named: "countries.json")
        #expect(inferred.entities == ["Country cca3"])
        #expect(
            inferred.connections.map { $0.prefix { $0 != " " } } == ["Country.borderIDs→Country"])
        let borders = inferred.entity("Country")?.relationships.first { $0.name == "borders" }
        #expect(borders?.isToMany == true && borders?.isOrdered == true)
        #expect(try inferred.objects() == ["Country": 4])
    }

    @Test func `two foreign keys that are unique together are a compound identity`() throws {
        let pairs = [(1, 1), (1, 2), (2, 1), (2, 3), (3, 2)].map {
            #"{"PlaylistId":\#($0),"TrackId":\#($1)}"#
        }
        func rows(_ name: String) -> String {
            (1...3).map { "{\"\(name)Id\":\($0),\"Name\":\"n\($0)\"}" }.joined(separator: ",")
        }
        let inferred = try Inferred(
            #"{"playlists":[\#(rows("Playlist"))],"tracks":[\#(rows("Track"))],"#
                + #""playlistTracks":[\#(pairs.joined(separator: ","))]}"#)
        #expect(
            inferred.entities == [
                "Playlist playlistID", "PlaylistTrack playlistID+trackID", "Track trackID",
            ])
        #expect(
            inferred.connections == [
                "PlaylistTrack.playlistID→Playlist 1.0", "PlaylistTrack.trackID→Track 1.0",
            ])
        #expect(try inferred.objects()["PlaylistTrack"] == 5)
    }

    @Test func `labels that differ once are shared`() throws {
        let issues = (1...20).map {
            #"{"id":\#($0),"labels":[{"name":"bug","color":"\#($0 == 9 ? "0f0" : "f00")"},"#
                + #"{"name":"l\#($0 % 4)","color":"c\#($0 % 4)"}]}"#
        }
        let inferred = try Inferred("[\(issues.joined(separator: ","))]", named: "issues.json")
        #expect(inferred.entities == ["Issue issueID", "Label name"])
        #expect(inferred.rules("Label") == ["I3"])
    }

    @Test func `names that are all different are parts`() throws {
        let inferred = try Inferred(
            #"[{"id":1,"tags":[{"name":"x"}]},{"id":2,"tags":[{"name":"y"}]}]"#,
            named: "notes.json")
        #expect(inferred.entities == ["Note noteID", "Tag"])
        #expect(try inferred.objects() == ["Note": 2, "Tag": 2])
    }

    @Test(arguments: [("true", "false"), ("0.5", "1.5")])
    func `a boolean or a fraction identifies nothing`(one: String, two: String) throws {
        let inferred = try Inferred(
            #"[{"id":\#(one),"t":"a"},{"id":\#(two),"t":"b"}]"#, named: "notes.json")
        #expect(inferred.entities == ["Note position+sourceName"])
        #expect(
            try inferred.rows("Note", ["t"]).count == 2 || inferred.attributes("Note").count == 4)
    }

    @Test func `areas that differ in one repeat are united`() throws {
        let events = (1...20).map { event in
            #"{"id":\#(event),"categories":[{"id":5,"name":"Front","areas":["#
                + (event == 7 ? #"{"id":1,"n":"a"},{"id":2,"n":"b"}"# : #"{"id":1,"n":"a"}"#)
                + "]}]}"
        }
        let inferred = try Inferred("[\(events.joined(separator: ","))]", named: "events.json")
        #expect(inferred.entities == ["Area areaID", "Category categoryID", "Event eventID"])
        #expect(inferred.mapping.decisions.contains { $0.outcome.contains("united") })
        #expect(try inferred.objects() == ["Area": 2, "Category": 1, "Event": 20])
    }
}

extension RowsIdentitiesTests {
    @Test func `a record is a link on request`() throws {
        let payload = """
            {"orders": [
              {"id": 1, "lines": [{"id": 7, "title": "a", "note": "x"}]},
              {"id": 2, "lines": [{"id": 7, "title": "a", "note": "y"}]}
            ]}
            """
        var options = InferenceOptions()
        options.corrections.links = ["orders[].lines"]
        let source = PayloadSource(name: "shop.json", bytes: Array(payload.utf8))
        let inferred = try MappingInference(options: options).infer([source])
        #expect(inferred.file.entities.map(\.name) == ["Line", "Order", "OrderLine"])
        let link = try #require(inferred.file.entities.first { $0.name == "OrderLine" })
        #expect(link.declaredAttributes.map(\.name) == ["note"])
    }
}

extension RowsIdentitiesTests {
    /// The identity of the parent is as many objects away as the path has keys.
    @Test(arguments: [
        #"{"id": N, "names": {"eng": {"t": "aN"}, "deu": {"t": "bN"}}}"#,
        #"{"id": N, "name": {"native": {"eng": {"t": "aN"}, "deu": {"t": "bN"}}}}"#,
        #"{"id": N, "x": {"y": {"z": {"eng": {"t": "aN"}, "deu": {"t": "bN"}}}}}"#,
        #"{"id": N, "friends": [{"id": 0, "t": "aN"}, {"id": 1, "t": "bN"}]}"#,
        #"{"id": N, "x": {"friends": [{"id": 0, "t": "aN"}, {"id": 1, "t": "bN"}]}}"#,
    ])
    func `local identities arrive from any depth`(record: String) throws {
        let lines = (1...30).map { record.replacing("N", with: "\($0)") }.joined(separator: "\n")
        var options = InferenceOptions()
        options.corrections.maps = ["names", "name.native", "x.y.z"].filter {
            record.contains("\"\($0.text.split(separator: ".").last ?? "")\"")
        }
        let source = PayloadSource(name: "countries.ndjson", bytes: Array(lines.utf8))
        let inferred = try MappingInference(options: options).infer([source])
        let local = try #require(inferred.file.mappings.mappings.first { $0.name != "Country" })
        #expect(local.identificationAttributes?.count == 2)
        let container = try PersistentContainer(
            model: inferred.file.model(), store: InMemoryStore())
        let document = try PayloadFormat.ndjson.document(from: Array(lines.utf8))
        let operation = MappingOperation(try inferred.file.plan())
        let first = try operation.run(document, in: container)
        #expect(first.issues.isEmpty)
        #expect(first.total.inserted == 90)
        let second = try operation.run(document, in: container)
        #expect(second.total.inserted == 0 && second.total.updated == 0)
    }

    @Test(arguments: ["slug", "email", "asin"])
    func `lines have the identity of the same records in an array`(name: String) throws {
        let records = (0..<25).map { #"{"\#(name)":"s\#($0)@a.b","title":"Title \#($0)"}"# }
        let array = try Inferred("[\(records.joined(separator: ","))]", named: "notes.json")
        let lines = try Inferred(records.joined(separator: "\n"), named: "notes.ndjson")
        #expect(lines.entity("Note")?.identification == [name])
        #expect(lines.entity("Note")?.identification == array.entity("Note")?.identification)
    }
}
