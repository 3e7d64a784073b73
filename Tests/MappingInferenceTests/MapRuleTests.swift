import MappingInference
import Testing

@Suite("Maps and records")
struct MapRuleTests {
    private func map(_ text: String, at path: String) throws -> MapDecision? {
        try #require(ProfiledPlaces(text)[path]).map
    }

    @Test func `whole numbers as keys make a map of texts`() throws {
        let places = try ProfiledPlaces(
            #"{"areaNames":{"205":"A","206":"B"},"seats":[{"id":1,"areaId":205}]}"#)
        let names = try #require(places["areaNames"])
        #expect(names.map?.rule == .dataAsKeys)
        #expect(names.map?.confidence == 0.98)
        #expect(places["areaNames{}"]?.kinds.texts == 2)
        #expect(places["areaNames.205"] == nil)
        #expect(names.keys?.areIntegers == true)
        #expect(names.keys?.values.count == 2)
        #expect(
            places["seats[].areaId"]?.values.found(in: names.keys?.values ?? ValueSample()).found
                == 1)
    }

    @Test(arguments: [
        "4711", "2024-01-31", "2024-02", "6fa459ea-ee8a-3ca4-894e-db77e160355e", "0123456789abcdef",
        "-KRVMv8x2QmR7pW1zT0a", "U024BE7LH", "1.0.2", "10.1.2.3", "2024-01-31 16:00:00",
        "2024-01-31T16:00Z", "08:30", "!r1:x.org",
        "ann@example.org", "urn:x:7", "/pets/{id}", "./src", "application/json", "https://a.org/x",
        "node_modules/a",
    ])
    func `A single odd key makes a map`(key: String) throws {
        #expect(try map(#"{"x":{"\#(key)":{"a":1}}}"#, at: "x")?.rule == .dataAsKeys)
    }

    @Test(arguments: [
        "a1", "2024-13", "2024-01-32", "0123456789abcde", "+1", "", "km/h", "Yes/No", "in / out",
        "ISO3166A2", "sha256FingerprintV2Thing", "media:content", "@id", "$oid", "3h", "100g",
        "a@b", "2nd:x",
    ])
    func `A single key of a record makes none`(key: String) throws {
        #expect(try map(#"{"x":{"\#(key)":{"a":1}}}"#, at: "x") == nil)
    }

    @Test func `a member that equals numbers as keys identifies as well`() throws {
        let tracks = (11...14).map { #""\#($0)":{"Track ID":\#($0),"Name":"n"}"# }
        let items = #""Playlists":[{"Playlist ID":7,"Items":[{"Track ID":12},{"Track ID":11}]}]"#
        let inferred = try Inferred("{\"Tracks\":{\(tracks.joined(separator: ","))},\(items)}")
        #expect(inferred.entities.contains("Track trackID"))
        #expect(inferred.attributes("Track") == ["name", "trackID"])
        #expect(inferred.connections == ["PlaylistItem.trackID→Track 1.0"])
        #expect(try inferred.objects()["Track"] == 4)
    }

    @Test func `a member that equals the key makes a map it identifies`() throws {
        let text = #"""
            {"plugins":{"git":{"name":"git","v":1},"svn":{"name":"svn","v":2},"hg":{"name":"hg","v":3}}}
            """#
        let decision = try map(text, at: "plugins")
        #expect(decision?.rule == .repeatedKey)
        #expect(decision?.keyMember == "name")
    }

    @Test func `three keys in each of four objects are a record`() throws {
        let hours = #""hours":{"mon":{"open":8},"tue":{"open":9},"wed":{"open":9}}"#
        let shops = (1...4).map { "{\"id\":\($0),\(hours)}" }.joined(separator: ",")
        let places = try ProfiledPlaces("[\(shops)]")
        #expect(places["[].hours"]?.map == nil)
        #expect(places["[].hours.mon.open"]?.count == 4)
    }

    @Test func `labels that differ between records are a map`() throws {
        let records = (0..<100).map { index in
            let labels = (0..<(index % 3 + 1)).map {
                #""c\#((index * 7 + $0 * 13) % 60)":"t\#(index)""#
            }
            return #"{"id":\#(index),"labels":{\#(labels.joined(separator: ","))}}"#
        }
        let places = try ProfiledPlaces("[\(records.joined(separator: ","))]")
        #expect(places["[].labels"]?.map?.rule == .alikeScalars)
        #expect(places["[].labels{}"]?.kinds.texts == places["[].labels"]?.keys?.count)
    }

    @Test func `the same 24 keys in each record are a map`() throws {
        let languages = (0..<24).map { #""l\#(UnicodeScalar(UInt8(97 + $0)))":{"t":"a\#($0)"}"# }
        let records = (0..<250).map {
            #"{"id":\#($0),"names":{\#(languages.joined(separator: ","))}}"#
        }
        let places = try ProfiledPlaces(records.joined(separator: "\n"))
        #expect(places["names"]?.map?.rule == .alikeObjects)
        #expect(places["names{}"]?.kinds.objects == 6000)
        let keys = try #require(places["names{}"]?.candidates.first { $0.columns.isEmpty })
        #expect(keys.distinct == 24)
        #expect(keys.present == 6000)
        #expect(keys.repeatsWithinParent == 0)
        #expect(keys.valuesOfSeveralParents == 24)
    }

    @Test func `ten thousand keys are a map without a place each`() throws {
        let members = (0..<10_000).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
        let places = try ProfiledPlaces("{\(members)}")
        #expect(places[""]?.map?.isDictionary == false)
        #expect(places.profile.nodes.count == 2)
        #expect(places[""]?.keys?.values.count == 10_000)
        #expect(places["{}"]?.values.count == 10_000)
    }

    @Test
    func `many keys with values of every kind are a dictionary, or a record on request`()
        throws
    {
        let kinds = ["1", "\"x\"", "true", "{\"a\":1}", "[1]"]
        let records = (0..<1000).map { record in
            let members = (0..<10).map { index in
                let key = (record * 37 + index * 61) % 600
                return #""k\#(key)":\#(kinds[key % 5])"#
            }
            return #"{"id":\#(record),"m":{\#(Set(members).sorted().joined(separator: ","))}}"#
        }
        let text = records.joined(separator: "\n")
        let map = try #require(ProfiledPlaces(text)["m"])
        #expect(map.map?.rule == .manyKeys)
        #expect(map.map?.isDictionary == true)
        #expect(map.children.count == 1)
        var options = PayloadProfiler.Options()
        options.records = ["m"]
        let record = try #require(ProfiledPlaces(text, options)["m"])
        #expect(record.map == nil)
        #expect(record.children.count == 600)
    }

    @Test func `objects without a common member are a record`() throws {
        let members = "abcdefgh".map { #""\#($0)":{"x\#($0)":1,"y\#($0)":2}"# }
        #expect(try map("{\"x\":{\(members.joined(separator: ","))}}", at: "x") == nil)
    }

    @Test func `maps in a map`() throws {
        let places = try ProfiledPlaces(#"{"users":{"1":{"posts":{"9":{"t":"x"}}}}}"#)
        #expect(places["users"]?.map?.rule == .dataAsKeys)
        #expect(places["users{}.posts"]?.map?.rule == .dataAsKeys)
        #expect(places["users{}.posts{}.t"]?.count == 1)
    }

    @Test func `one shape under 300 keys is one place`() throws {
        let members = (0..<300).map { #""name\#($0)":{"id":\#($0),"title":"t\#($0)","on":true}"# }
        let places = try ProfiledPlaces("{\(members.joined(separator: ","))}")
        #expect(places[""]?.map?.rule == .alikeObjects)
        #expect(places["{}.id"]?.count == 300)
    }

    @Test func `Links of HAL are a record, however many`() throws {
        let links = (0..<9).map { #""rel\#($0)":{"href":"/x/\#($0)"}"# }
        #expect(try map("{\"_links\":{\(links.joined(separator: ","))}}", at: "_links") == nil)
    }

    @Test func `Maps on request, with and without the step to the entries`() throws {
        let text = #"{"a":[{"m":{"x":1,"y":"z"}}]}"#
        for path in ["a[].m", "a[].m{}"] {
            var options = PayloadProfiler.Options()
            options.maps = [SchemaPath(path)]
            let places = try ProfiledPlaces(text, options)
            #expect(places["a[].m"]?.map?.rule == .request)
            #expect(places["a[].m{}"]?.count == 2)
        }
    }
}
