import MappingInference
import ObjectGraph
import Testing

/// The shapes of payloads of public APIs and data sets, each in a few records that were made up.
@Suite("Shapes of payloads")
struct ShapesOfPayloadsTests {
    // MARK: Files

    @Test func `Tables in files of their own stay apart, however alike`() throws {
        let customer = #"{"customerID":"A","company":"x","contact":"y","city":"z"}"#
        let supplier = #"{"supplierID":1,"company":"x","contact":"y","city":"z"}"#
        let files = [("customers.json", "[\(customer)]"), ("suppliers.json", "[\(supplier)]")]
        #expect(try Inferred(files).entities == ["Customer customerID", "Supplier supplierID"])
        let tags = #"[{"id":1,"name":"x"},{"id":2,"name":"y"}]"#
        let categories = #"[{"id":1,"name":"z"},{"id":2,"name":"w"}]"#
        #expect(
            try Inferred([("tags.json", tags), ("categories.json", categories)]).entities
                == ["Category categoryID", "Tag tagID"])
    }

    @Test func `Pages of one table stay together`() throws {
        let records = (1...3).map { #"[{"id":\#($0),"name":"x"},{"id":9\#($0),"name":"y"}]"# }
        for names in [["cities-1", "cities-2", "cities-3"], ["a", "b", "c"], ["1", "2", "3"]] {
            let files = zip(names, records).map { ("\($0).json", $1) }
            #expect(try Inferred(files).entities.count == 1, "\(names)")
        }
    }

    // MARK: Wrapped scalars (R4)

    @Test func `Lists of wrapped scalars are lists of scalars`() throws {
        let accounts = #"[{"$numberInt":"7"},{"$numberInt":"8"}]"#
        let inferred = try Inferred(
            #"[{"_id":{"$oid":"a"},"accounts":\#(accounts)},{"_id":{"$oid":"b"},"accounts":[]}]"#,
            named: "customers.json")
        #expect(inferred.entities == ["Customer customerID"])
        #expect(inferred["Customer.accounts"]?.type == .array)
        #expect(try inferred.objects() == ["Customer": 2])
    }

    @Test func `Wrapped moments are dates, and wrapped fractions doubles`() throws {
        let inferred = try Inferred(
            #"[{"id":1,"at":{"$date":{"$numberLong":"226117231000"}},"x":{"$numberDouble":"1.5"}}]"#
        )
        #expect(inferred["Page.at"]?.type == .date)
        #expect(try inferred.rows("Page", ["pageID"]) == ["1"])
    }

    @Test func `A wrapped foreign key has the name of its member`() throws {
        let inferred = try Inferred(
            """
            {"movies":[{"_id":{"$oid":"m1"}},{"_id":{"$oid":"m2"}}],
            "comments":[{"_id":{"$oid":"c1"},"movie_id":{"$oid":"m2"}}]}
            """)
        #expect(inferred.connections == ["Comment.movieID→Movie 1.0"])
    }

    // MARK: References (E6) and links

    @Test(arguments: [
        ["https://a.org/legal/mpl.html", "https://b.org/139/terms", "https://c.org/x/APL-1"],
        ["https://a.org/x/281/revisions", "https://a.org/x/282/revisions"],
    ])
    func `URLs whose collection is no word make no kinds`(urls: [String]) throws {
        let texts = urls.map { #"{"title":"t","url":"\#($0)"}"# }
        let inferred = try Inferred(
            #"[{"id":1,"texts":[\#(texts.joined(separator: ","))]}]"#, named: "licenses.json")
        #expect(inferred.places("Text") == ["[].texts[]"])
        #expect(inferred.mapping.entities.count == 2)
    }

    @Test func `Lists of links of HAL are no records`() throws {
        let links = #"{"self":[{"href":"/p/#"}],"up":[{"href":"/q"}]}"#
        let pages = (1...3).map {
            #"{"id":\#($0),"_links":\#(links.replacing("#", with: "\($0)"))}"#
        }
        let inferred = try Inferred("[\(pages.joined(separator: ","))]", named: "pages.json")
        #expect(inferred.entities == ["Page pageID"])
        #expect(inferred["Page.links"]?.type == .dictionary)
    }

    // MARK: Kinds of values

    @Test func `Scalars among a few lists of objects are kept`() throws {
        let values = [#""x""#, #""y""#, #"[{"k":1}]"#, "7"]
        let records = values.enumerated().map { #"{"id":\#($0),"value":\#($1)}"# }
        let inferred = try Inferred("[\(records.joined(separator: ","))]", named: "metas.json")
        #expect(inferred.entities == ["Meta metaID"])
        #expect(inferred["Meta.value"]?.type == .array)
        #expect(try inferred.objects() == ["Meta": 4])
    }

    // MARK: Keys that differ in the form of their letters (N4)

    @Test func `Keys that are equal but for the form of their letters keep their values`() throws {
        let (one, two) = ("caf\u{E9}", "cafe\u{301}")
        let records = (1...2).map { number in
            let inner = #"{"\#(one)":\#(number),"\#(two)":0}"#
            return
                #"{"id":\#(number),"\#(one)":"a\#(number)","\#(two)":"b\#(number)","x":\#(inner)}"#
        }
        let inferred = try Inferred("[\(records.joined(separator: ","))]", named: "notes.json")
        #expect(inferred.attributes("Note").count == 5)
        #expect(inferred.mapping.leftovers.isEmpty)
        let rows = try inferred.rows("Note", inferred.attributes("Note"))
        #expect(
            rows.map { Set($0.split(separator: " ")) } == [
                ["1", "a1", "b1", "0"], ["2", "a2", "b2", "0"],
            ])
    }

    @Test func `A key that ends in a character for private use is kept as it is`() throws {
        let inferred = try Inferred("{\"id\":1,\"a\u{FFFF}\":2,\"b\u{10FFFE}\":3}")
        #expect(inferred.attributes("Page") == ["a", "b", "pageID"])
        #expect(try inferred.rows("Page", ["a", "b"]) == ["2 3"])
    }

    // MARK: Records without identity

    @Test func `Records of a tree without identity are all kept`() throws {
        let inferred = try Inferred(
            """
            {"kinds":[{"name":"a","kinds":[{"name":"b"},{"name":"c","kinds":[{"name":"d"}]}]},
            {"name":"e","kinds":[{"name":"f"}]}]}
            """)
        #expect(inferred.entity(at: "kinds[]") == "Kind")
        #expect(inferred.entity("Kind")?.identification == ["position", "sourceName"])
        #expect(try inferred.objects().values.reduce(0, +) == 6)
    }
}
