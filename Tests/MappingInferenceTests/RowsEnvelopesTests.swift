import EntityMapper
import MappingFiles
import MappingInference
import ObjectGraph
import Testing

@Suite("Rows: envelopes and records")
struct RowsEnvelopesTests {
    @Test func `results in an envelope are named by the file`() throws {
        let inferred = try Inferred(
            #"{"total":2,"page":1,"results":[{"id":1},{"id":2}]}"#, named: "books.json")
        #expect(inferred.entities == ["Book bookID"])
        #expect(inferred.leftovers(.besideRecords) == ["page", "total"])
    }

    @Test func `an envelope of a protocol in spite of an identity`() throws {
        let inferred = try Inferred(
            #"{"id":1,"jsonrpc":"2.0","result":[{"id":7}]}"#, named: "orders.json")
        #expect(inferred.entities == ["Order orderID"])
        #expect(inferred.places("Order") == ["result[]"])
        #expect(inferred.leftovers(.besideRecords) == ["id", "jsonrpc"])
    }

    @Test func `five files with one object each are one entity`() throws {
        let inferred = try Inferred(
            (1...5).map { ("user\($0).json", "{\"id\":\($0),\"name\":\"n\($0)\"}") })
        #expect(inferred.entities == ["User userID"])
        #expect(inferred.entity("User")?.records == 5)
        #expect(try inferred.objects() == ["User": 5])
    }

    @Test func `an element that wraps its object is one entity`() throws {
        let inferred = try Inferred(
            #"{"data":{"children":[{"kind":"t3","data":{"id":"a","title":"b"}},"#
                + #"{"kind":"t3","data":{"id":"c","title":"d"}}]}}"#, named: "posts.json")
        #expect(inferred.entities == ["Post postID"])
        #expect(inferred.attributes("Post") == ["kind", "postID", "title"])
        #expect(try inferred.rows("Post", ["postID", "kind"]) == ["a t3", "c t3"])
    }

    @Test func `with a single element`() throws {
        let inferred = try Inferred(
            #"{"data":{"children":[{"kind":"t3","data":{"id":"a","title":"b"}}]}}"#)
        #expect(inferred.mapping.entities.count == 1)
        #expect(
            inferred.mapping.entities.first?.attributes.map(\.source) == ["kind", "id", "title"])
    }

    @Test func `resources of JSON:API are entities by type`() throws {
        let inferred = try Inferred(
            #"{"data":[{"type":"articles","id":"1","attributes":{"title":"a"},"relationships":"#
                + #"{"author":{"data":{"type":"people","id":"9"}}}}],"#
                + #""included":[{"type":"people","id":"9","attributes":{"name":"b"}}]}"#)
        #expect(inferred.entities == ["Article articleID", "Person personID"])
        #expect(inferred.relationships == ["Article.author→Person"])
        #expect(try inferred.objects() == ["Article": 1, "Person": 1])
        #expect(try inferred.rows("Person", ["personID", "name"]) == ["9 b"])
    }

    @Test func `two arrays with other members are two entities`() throws {
        let inferred = try Inferred(#"{"a":[{"id":1,"x":"p"}],"b":[{"id":1,"y":"q"}]}"#)
        #expect(inferred.mapping.entities.map(\.records) == [1, 1])
        #expect(inferred.mapping.entities.flatMap(\.paths).map(\.path) == ["a[]", "b[]"])
        #expect(inferred.mapping.file.mappings.roots.count == 2)
    }

    @Test func `a tree is one entity, root included`() throws {
        let inferred = try Inferred(
            #"{"id":1,"name":"r","children":[{"id":2,"name":"c","children":[]}]}"#,
            named: "folder.json")
        #expect(inferred.entities == ["Folder folderID"])
        #expect(inferred.relationships == ["Folder.children**→Folder"])
        #expect(inferred.inverses == ["Folder.parent→Folder"])
        #expect(try inferred.objects() == ["Folder": 2])
    }

    @Test func `addresses without identity join their owner twice`() throws {
        let address = #"{"street":"s","city":{"name":"c","zip":"1"}}"#
        let inferred = try Inferred(
            #"[{"id":1,"billing":\#(address),"shipping":\#(address)}]"#, named: "orders.json")
        #expect(inferred.entities == ["Order orderID"])
        #expect(
            inferred.attributes("Order") == [
                "billingCityName", "billingCityZip", "billingStreet", "orderID",
                "shippingCityName", "shippingCityZip", "shippingStreet",
            ])
    }

    @Test func `more than 24 leaves are a part`() throws {
        let leaves = (1...25).map { "\"m\($0)\":\($0)" }.joined(separator: ",")
        let inferred = try Inferred(#"[{"id":1,"big":{\#(leaves)}}]"#, named: "orders.json")
        #expect(inferred.entities == ["Big", "Order orderID"])
        #expect(inferred.relationships == ["Order.big→Big"])
    }

    @Test func `a polygon stays one attribute`() throws {
        let feature =
            #"{"type":"Feature","properties":{"name":"x","area":2},"geometry":"#
            + #"{"type":"Polygon","coordinates":[[[1.5,2.5],[3.5,4.5]]]}}"#
        let inferred = try Inferred(
            #"{"type":"FeatureCollection","features":[\#(feature),\#(feature)]}"#)
        #expect(inferred.mapping.entities.map(\.name) == ["Feature"])
        let attributes = inferred.attributes("Feature")
        #expect(attributes.contains("geometry") && attributes.contains { $0.hasSuffix("ame") })
        #expect(inferred["Feature.geometry"]?.type == .dictionary)
        #expect(try inferred.objects() == ["Feature": 2])
    }

    @Test(arguments: [#""cursor":"c#""#, #""fullUrl":"http://h.example/r/#""#, #""_score":0.#"#])
    func `an address or the place in a search beside a record is no record`(
        beside: String
    ) throws {
        let records = (1...4).map {
            beside.replacing("#", with: "\($0)") + #","node":{"id":"n\#($0)","title":"t"}"#
        }
        let inferred = try Inferred(
            #"{"issues":[{\#(records.joined(separator: "},{"))}]}"#)
        #expect(inferred.entities == ["Issue issueID"])
        #expect(try inferred.objects() == ["Issue": 4])
    }
}
