import EntityMapper
import MappingFiles
import MappingInference
import ObjectGraph
import Testing

@Suite("Rows: keys that are there at times, elsewhere, or together")
struct RowsKeysTests {
    private func list(_ range: ClosedRange<Int>, _ record: (Int) -> String) -> String {
        "[" + range.map(record).joined(separator: ",") + "]"
    }

    // MARK: E3

    @Test func `a single object among the elements of a list is one of them`() throws {
        func view(_ index: Int) -> String {
            #"{"name":"v\#(index)","url":"https://h.example/view/\#(index)/x"}"#
        }
        let inferred = try Inferred(
            #"{"jobs":[{"url":"a","n":1},{"url":"b","n":2}],"primaryView":\#(view(2)),"#
                + #""views":\#(list(1...4, view))}"#)
        #expect(inferred.entities == ["Job url", "View url"])
        #expect(inferred.places("View") == ["primaryView", "views[]"])
        #expect(try inferred.objects() == ["Job": 2, "View": 4])
    }

    @Test func `a single object with another content is none of them`() throws {
        let inferred = try Inferred(
            #"{"cover":{"name":"other","url":"u1"},"#
                + #""views":[{"name":"v1","url":"u1"},{"name":"v2","url":"u2"}]}"#)
        #expect(inferred.places("View") == ["views[]"])
    }

    @Test func `a user at two members of a record is one entity by its URL`() throws {
        func user(_ index: Int) -> String {
            #"{"self":"https://h.example/rest/api/2/user/\#(index)","displayName":"u\#(index)"}"#
        }
        let issues = list(1...4) {
            #"{"id":\#($0),"assignee":\#(user($0)),"reporter":\#(user($0 + 1)),"n":"x\#($0)"}"#
        }
        let inferred = try Inferred(#"{"issues":\#(issues)}"#)
        #expect(inferred.mapping.entities.count == 2)
        #expect(
            inferred.mapping.entities.first { $0.name != "Issue" }?.paths.map(\.path).sorted()
                == ["issues[].assignee", "issues[].reporter"])
        #expect(try inferred.objects().values.sorted() == [4, 5])
    }

    // MARK: I5, I9

    @Test func `I5: a key of the parent that contradicts it does not identify`() throws {
        let products = [(1, 1), (2, 2), (3, 2), (4, 4)].map { product, key in
            #"{"id":\#(product),"variants":[{"id":808,"product_id":\#(key),"title":"t\#(product)"}]}"#
        }
        let inferred = try Inferred(
            "[\(products.joined(separator: ","))]", named: "products.json")
        #expect(inferred.entities == ["Product productID", "Variant parentProductID+variantID"])
        #expect(inferred.connections == ["Variant.productID→Product 1.0"])
        #expect(try inferred.objects() == ["Product": 4, "Variant": 4])
    }

    @Test func `I9: a key of the parent beside a local identity identifies with it`() throws {
        let products = list(1...4) {
            #"{"id":\#($0),"variants":[{"id":1,"product_id":\#($0),"title":"a\#($0)"},"#
                + #"{"id":2,"product_id":\#($0),"title":"b\#($0)"}]}"#
        }
        let inferred = try Inferred(products, named: "products.json")
        #expect(inferred.entities == ["Product productID", "Variant productID+variantID"])
        #expect(try inferred.objects() == ["Product": 4, "Variant": 8])
    }

    @Test func `I9: values that are unique alone are none together`() throws {
        let components = list(1...6) {
            #"{"bom-ref":"r\#($0)","code":"p\#($0)","release_date":"2020-01-0\#($0)"}"#
        }
        let inferred = try Inferred(#"{"components":\#(components)}"#)
        #expect(inferred.entity("Component")?.identification.contains("releaseDate") == false)
    }

    @Test(arguments: [
        #""code":"c^","day":"%""#, #""code":"c^","date":"2020-01-0#""#,
    ])
    func `I9: no word of a day and no code alone identify with another value`(
        member: String
    ) throws {
        let days = list(1...6) {
            "{"
                + member.replacing("#", with: "\($0)").replacing("%", with: ["Mon", "Tue"][$0 % 2])
                .replacing("^", with: "\($0 % 3)")
                + #","high":"\#($0)"}"#
        }
        let inferred = try Inferred(#"{"place":"x","forecasts":\#(days)}"#)
        #expect(inferred.entities == ["Forecast position+sourceName"])
    }

    @Test func `I9: a symbol identifies with a date`() throws {
        let prices = list(1...6) {
            #"{"symbol":"\#(["A", "B"][$0 % 2])","date":"2020-01-0\#(($0 + 1) / 2)","n":\#($0)}"#
        }
        #expect(try Inferred(prices, named: "prices.json").entities == ["Price date+symbol"])
    }

    @Test func `I2: a reference that is unique in 20 records identifies them`() throws {
        let components = list(1...20) {
            #"{"bom-ref":"r-\#($0)","name":"n\#($0 % 3)","purl":"pkg:x/\#($0)"}"#
        }
        let dependencies = list(1...20) { #"{"ref":"r-\#($0)","dependsOn":["r-\#(21 - $0)"]}"# }
        let inferred = try Inferred(
            #"{"components":\#(components),"dependencies":\#(dependencies)}"#)
        #expect(inferred.entities == ["Component bomRef", "Dependency position+sourceName"])
        #expect(
            inferred.connections == [
                "Dependency.dependsOnIDs→Component 0.6", "Dependency.refID→Component 0.6",
            ])
    }

    @Test func `a key that lists refer to identifies few records, too`() throws {
        let components = list(1...4) {
            #"{"bom-ref":"pkg:a@\#($0)","name":"n","version":"\#($0)"}"#
        }
        let dependencies = [(1, "2,3"), (2, "4"), (3, ""), (4, "")].map { number, others in
            let refs = others.split(separator: ",").map { #""pkg:a@\#($0)""# }
            return #"{"ref":"pkg:a@\#(number)","dependsOn":[\#(refs.joined(separator: ","))]}"#
        }
        let inferred = try Inferred(
            #"{"components":\#(components),"dependencies":[\#(dependencies.joined(separator: ","))]}"#
        )
        #expect(inferred.entities.contains("Component bomRef"), "\(inferred.entities)")
    }

    @Test func `a key by which other records refer to few ones identifies them`() throws {
        let trips = list(1...4) { #"{"trip_id":"t\#($0)","service_id":"s\#($0 % 2)"}"# }
        let inferred = try Inferred(
            #"{"calendar":[{"service_id":"s0","monday":1},{"service_id":"s1","monday":0}],"#
                + #""trips":\#(trips)}"#)
        #expect(inferred.entities == ["Calendar serviceID", "Trip tripID"])
        #expect(inferred.connections == ["Trip.serviceID→Calendar 1.0"])
        let alone = try Inferred(
            #"{"calendar":[{"service_id":"s0","monday":1},{"service_id":"s1","monday":0}],"#
                + #""trips":[{"trip_id":"a","service_id":"x"},{"trip_id":"b","service_id":"x"}]}"#
        )
        #expect(alone.entities == ["Calendar position+sourceName", "Trip tripID"])
    }

    @Test func `E6: references are identified by their URL, whatever its name`() throws {
        func users(_ names: [String]) -> String {
            "["
                + names.map {
                    #"{"resource_url":"https://api.x.org/users/\#($0)","username":"\#($0)"}"#
                }.joined(separator: ",") + "]"
        }
        let inferred = try Inferred(
            #"{"id":1,"title":"a","year":1,"at":"x","contributors":\#(users(["ann", "bob"]))}"#,
            named: "releases.json")
        #expect(inferred.entities == ["Release releaseID", "User resourceURL"])
    }

    @Test func `F: a text in single objects is no name of them`() throws {
        let works = list(1...6) {
            #"{"id":\#($0),"dates":{"text":"c. 180\#($0 % 2)","start":\#(1800 + $0 % 2)}}"#
        }
        #expect(try Inferred(works, named: "works.json").entities == ["Work workID"])
    }

    @Test func `I5: keys that maps of several records have in common are local`() throws {
        let pages = list(1...4) {
            #"{"id":\#($0),"responses":{"200":{"text":"OK","kind":"json","ref":"d/\#($0)"},"#
                + #""404":{"text":"None","kind":"json","ref":"e/\#($0)"}}}"#
        }
        let inferred = try Inferred(pages, named: "paths.json")
        #expect(try inferred.objects() == ["Path": 4, "Response": 8])
    }

    @Test func `two values identify that other records have together`() throws {
        let regions = [("de", "BY"), ("at", "BY"), ("de", "BE"), ("ch", "BE")].map {
            #"{"country":"\#($0)","code":"\#($1)","name":"\#($0) \#($1)"}"#
        }
        let cities = [("de", "BY"), ("at", "BY"), ("de", "BE"), ("ch", "BE"), ("de", "BE")]
            .enumerated().map { index, key in
                #"{"id":\#(index + 1),"country":"\#(key.0)","code":"\#(key.1)","n":"c\#(index)"}"#
            }
        let inferred = try Inferred(
            #"{"regions":[\#(regions.joined(separator: ","))],"#
                + #""cities":[\#(cities.joined(separator: ","))]}"#)
        #expect(inferred.entities == ["City cityID", "Region code+country"])
        #expect(inferred.connections == ["City.code+country→Region 0.8"])
        #expect(try inferred.linked("City", "region") == 5)
        #expect(try inferred.objects() == ["City": 5, "Region": 4])
    }

    @Test func `M2: a member that equals the key identifies, whatever its name`() throws {
        let versions = (1...4).map {
            #""1.\#($0).0":{"version":"1.\#($0).0","files":\#($0)}"#
        }
        let inferred = try Inferred(
            #"{"name":"left-pad","versions":{\#(versions.joined(separator: ","))}}"#)
        #expect(inferred.entities.contains("Version version"))
    }

    // MARK: R4

    @Test(arguments: [
        (#"5"#, #"{"$oid":"5a0b"}"#, "string"),
        (#"5"#, #"{"$numberLong":"6"}"#, "integer64"),
        (#"{"$numberInt":"5"}"#, #"{"$numberLong":"6"}"#, "integer64"),
        (#""a""#, #"{"$oid":"5a0b"}"#, "string"),
    ])
    func `R4: a wrapper is its value, beside others too`(
        one: String, two: String, type: String
    ) throws {
        let inferred = try Inferred(
            #"[{"_id":\#(one),"t":"a"},{"_id":\#(two),"t":"b"}]"#, named: "books.json")
        #expect(inferred.entities == ["Book bookID"])
        #expect(inferred["Book.bookID"]?.type.rawValue == type)
        #expect(inferred["Book.bookID"]?.transform == "extendedJSON")
        #expect(try inferred.objects() == ["Book": 2])
    }

    // MARK: Confidence

    @Test func `a higher mark holds for identities and links too`() throws {
        let text = list(1...24) { #"{"sku":"s\#($0)","price":\#($0)}"# }
        #expect(
            try Inferred(#"{"items":\#(text)}"#, named: "goods.json").mapping.entities
                .map(\.identification) == [["sku"]])
        let strict = try Inferred(#"{"items":\#(text)}"#, named: "goods.json") {
            $0.confidence = 0.9
        }
        #expect(strict.mapping.entities.map(\.identification) == [["position", "sourceName"]])
        #expect(strict.mapping.decisions.contains { !$0.isApplied && $0.outcome.contains("sku") })
        #expect(try strict.objects().values.first == 24)
    }

    @Test func `an element that only holds a record with its score is that record`() throws {
        let hits = list(1...3) {
            #"{"score":0.\#($0),"show":{"id":\#($0 * 71),"name":"n\#($0)","year":2000}}"#
        }
        let inferred = try Inferred(hits, named: "search.json")
        #expect(inferred.entities == ["Show showID"])
        #expect(inferred.attributes("Show") == ["name", "score", "showID", "year"])
        #expect(try inferred.objects() == ["Show": 3])
        let added = list(1...3) {
            #"{"added_at":"2020-01-0\#($0)","show":{"id":\#($0 * 71),"name":"n\#($0)"}}"#
        }
        #expect(try Inferred(added, named: "saves.json").entities.count == 2)
    }

    @Test func `B: the key of a user identifies an owner, and that of a key is its own`() throws {
        let questions = list(1...4) {
            #"{"id":\#($0),"owner":{"user_id":\#($0 % 2 + 70000),"name":"n\#($0 % 2)"}}"#
        }
        let inferred = try Inferred(questions, named: "questions.json")
        #expect(inferred.entities == ["Owner userID", "Question questionID"])
        let games = try Inferred(#"{"games":[{"gamePk":1,"n":1},{"gamePk":2,"n":1}]}"#)
        #expect(games.entities == ["Game gamePk"])
    }

    @Test func `I5: numbers from 1 on in each list are local, though some members agree`() throws {
        for quote in ["", "\""] {
            let invoices = list(1...3) { invoice in
                let lines = list(1...3) { line in
                    let same = "abcde".map { #""\#($0)":"k\#(line)""# }.joined(separator: ",")
                    let id = quote + "\(line)" + quote
                    return #"{"Id":\#(id),\#(same),"sum":\#(invoice * 7 + line)}"#
                }
                return #"{"Id":"i\#(invoice)","Line":\#(lines)}"#
            }
            let inferred = try Inferred(invoices, named: "invoices.json")
            #expect(inferred.entities.count == 2)
            #expect(try inferred.objects() == ["Invoice": 3, "Line": 9])
        }
    }
}
