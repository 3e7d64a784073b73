import MappingInference
import Testing

@Suite("Statistics of places")
struct ProfileStatisticsTests {
    @Test func `Kinds, lengths, examples and distinct values`() throws {
        let places = try ProfiledPlaces(
            #"[{"a":1},{"a":1.5},{"a":"x"},{"a":null},{"a":true},{"a":18446744073709551616},{"a":[1,"b"]},{}]"#
        )
        let place = try #require(places["[].a"])
        #expect(place.count == 7)
        #expect(place.kinds.integers == 1 && place.kinds.fractions == 1 && place.kinds.texts == 1)
        #expect(place.kinds.nulls == 1 && place.kinds.booleans == 1 && place.kinds.arrays == 1)
        #expect(place.kinds.bigIntegers == 1)
        #expect(place.examples == ["1", "1.5", "x"])
        #expect(place.values.count == 5)
        #expect(places["[].a[]"]?.kinds.texts == 1)
        #expect(place.lengths.shortest == 2 && place.lengths.longest == 2)
    }

    @Test(
        arguments: [
            ("2024-02-29T10:00:00Z", [TextForm.iso8601]), ("2024-02-29", [.isoDay]),
            ("2024-02-30", []),
            ("2024-02", [.isoMonth]), ("2024-02-29 10:00:00", [.spacedDateTime]),
            ("2024-02-29 25:00:00", []), ("Sun Aug 31 00:29:15 +0000 2014", [.twitterDate]),
            ("Sun, 06 Nov 1994 08:49:37 GMT", [.httpDate]), ("Nov 06, 1994", [.monthDayYear]),
            ("/Date(1420070400000+0100)/", [.dotNetDate]),
            ("01/02/2020", [.dayMonthYear, .monthDayYearSlashes]),
            ("13/02/2020", [.dayMonthYear]), ("02/13/2020", [.monthDayYearSlashes]),
            ("13/13/2020", []),
            ("6fa459ea-ee8a-3ca4-894e-db77e160355e", [.uuid]), ("https://a.b/c", [.url]),
            ("https:///c", []),
            ("/api/v2/version/1/", [.relativeURL]), ("/a", []), ("12", [.integer]),
            ("-0.50", [.decimal, .hundredths]),
            ("1e5", [.decimal]), ("007", [.leadingZeros]), ("1.", []), ("0.71 m", []),
            ("0123456789abcdef", [.hex]), ("mailto:a@b.c", []),
            ("some-long-slug-of-words-2020", []),
            ("QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo0NTY3ODk=", [.base64]), ("abcd", []),
            // A path is no base64.
            ("/images/UE0AAAAACEKo6QAAAAZDSVRN", [.relativeURL]),
            ("images/UE0AAAAACEKo6QAAAAZDSVRNA1AAA", []),
            ("a1B/cD9efghIJKLMNOPQrstu", [.base64]),
            ("3f786850e387550fdab836ed7e6dc881de23001b", [.hex]),
        ] as [(String, [TextForm])])
    func `Forms of texts`(text: String, forms: [TextForm]) throws {
        let places = try ProfiledPlaces("{\"a\":\"\(text)\"}")
        #expect(Set(try #require(places["a"]).texts.forms.keys).subtracting([.code]) == Set(forms))
    }

    @Test func `Collections of URLs`() throws {
        let urls = [
            "https://h/repos/o/issues/comments/1", "/api/v2/version/1/", "https://h/a/1?x=/b/c",
            "https://h/a",
        ]
        let texts = urls.map { #"{"u":"\#($0)"}"# }.joined(separator: ",")
        let place = try #require(ProfiledPlaces("[\(texts)]")["[].u"])
        #expect(place.texts.collections == ["issues/comments": 1, "v2/version": 1, "a": 1])
    }

    @Test func `Ranges of numbers, and fractions that a double does not give back`() throws {
        let places = try ProfiledPlaces(
            #"[{"a":1420070400},{"a":9007199254740993},{"a":-3},{"a":0.1000000000000000055511151231257827},{"a":1e-08},{"a":0.30000000000000004}]"#
        )
        let numbers = try #require(places["[].a"]).numbers
        #expect(numbers.least == -3 && numbers.greatest == 9_007_199_254_740_993)
        #expect(numbers.beyondDouble == 1)
        #expect(numbers.inexactFractions == 1)
        #expect(numbers.inSeconds == 1)
    }

    @Test func `Repeats of a key: shared, with one column that differs`() throws {
        let places = try ProfiledPlaces(
            #"{"carts":[{"id":1,"lines":[{"id":7,"price":5,"quantity":1},{"id":8,"price":6,"quantity":1}]},{"id":2,"lines":[{"id":7,"price":5,"quantity":2}]}]}"#
        )
        let table = try #require(places.candidate(["carts[].lines[].id"], at: "carts[].lines[]"))
        #expect(table.present == 3 && table.missing == 0 && table.distinct == 2)
        #expect(table.repeatsWithinParent == 0 && table.valuesOfSeveralParents == 1)
        let columns = try #require(places["carts[].lines[]"]).columns.compactMap(places.path)
        #expect(
            columns == ["carts[].lines[].id", "carts[].lines[].price", "carts[].lines[].quantity"])
        #expect(table.agreeing == [1, 1, 0])
        #expect(table.differing == [0, 0, 1])
        #expect(table.conflict?.first == "carts[0].lines[0]")
        #expect(table.conflict?.second == "carts[1].lines[0]")
    }

    @Test func `Candidates in to-one objects and in wrappers of a scalar`() throws {
        let places = try ProfiledPlaces(
            #"[{"_id":{"$oid":"5a"},"person":{"bioguideid":"B1","name":"x"}},{"_id":{"$oid":"5b"},"person":{"bioguideid":"B2","name":"y"}}]"#
        )
        #expect(places.candidate(["[]._id.$oid"], at: "[]")?.distinct == 2)
        #expect(places.candidate(["[].person.bioguideid"], at: "[]")?.distinct == 2)
        #expect(places.candidate(["[].person.bioguideid"], at: "[].person")?.distinct == 2)
    }

    @Test func `Compound candidates only where no single one is unique`() throws {
        let pairs = [(1, 1), (1, 2), (2, 1)].map { #"{"PlaylistId":\#($0.0),"TrackId":\#($0.1)}"# }
        let places = try ProfiledPlaces("[\(pairs.joined(separator: ","))]")
        let table = places.candidate(["[].PlaylistId", "[].TrackId"], at: "[]")
        #expect(table?.distinct == 3)
        let single = try ProfiledPlaces(
            #"[{"TrackId":1,"AlbumId":1},{"TrackId":2,"AlbumId":1},{"TrackId":3,"AlbumId":1}]"#)
        #expect(single["[]"]?.candidates.allSatisfy { $0.columns.count == 1 } == true)
    }

    @Test func `Orders of lists of three or more`() throws {
        let lists = [
            "[{\"id\":1},{\"id\":2},{\"id\":3}]", "[{\"id\":3},{\"id\":1},{\"id\":2}]",
            "[{\"id\":9},{\"id\":8}]",
        ]
        let places = try ProfiledPlaces(
            "[" + lists.map { "{\"l\":\($0)}" }.joined(separator: ",") + "]")
        let table = try #require(places.candidate(["[].l[].id"], at: "[].l[]"))
        #expect(table.orderedLists == 1 && table.unorderedLists == 1)
    }

    @Test func `Variants by a discriminator`() throws {
        let places = try ProfiledPlaces(
            #"[{"type":"a","id":1,"x":1},{"type":"a","id":2},{"type":"b","id":1,"y":1}]"#)
        let table = try #require(places["[]"]?.variants.first)
        let columns = try #require(places["[]"]).columns.compactMap(places.path)
        #expect(columns == ["[].id", "[].type", "[].x", "[].y"])
        #expect(table.variants?["a"]?.count == 2)
        #expect(table.variants?["a"]?.presence == [2, 2, 1, 0])
        #expect(table.variants?["b"]?.presence == [1, 1, 0, 1])
        #expect(table.variants?["a"]?.keys.first?.count == 2)
    }

    @Test func `The last of two members with one key counts`() throws {
        let places = try ProfiledPlaces(#"[{"a":1,"b":2,"a":"x"}]"#)
        #expect(places["[].a"]?.kinds.texts == 1)
        #expect(places["[].a"]?.count == 1)
    }

    @Test func `An integer and the text of its digits are one value`() throws {
        let places = try ProfiledPlaces(#"[{"a":7,"b":"7","c":7.0,"d":1.5,"e":"1.5"}]"#)
        #expect(places["[].a"]?.values.hashes == places["[].b"]?.values.hashes)
        #expect(places["[].a"]?.values.hashes == places["[].c"]?.values.hashes)
        #expect(places["[].d"]?.values.hashes != places["[].e"]?.values.hashes)
    }
}
