import EntityMapper
import MappingFiles
import MappingInference
import ObjectGraph
import Testing

@Suite("Rows: maps and records")
struct RowsMapsTests {
    @Test func `a map of texts is a lookup that foreign keys refer to`() throws {
        let inferred = try Inferred(
            #"{"areaNames":{"205":"A","206":"B"},"seats":[{"id":1,"areaId":205}]}"#)
        #expect(inferred.entities == ["Area key", "Seat seatID"])
        #expect(inferred["Area.key"]?.type == .integer64)
        #expect(inferred["Area.value"]?.type == .string)
        #expect(inferred.connections == ["Seat.areaID→Area 1.0"])
        #expect(try inferred.rows("Area", ["key", "value"]) == ["205 A", "206 B"])
    }

    @Test func `a member that equals the key identifies`() throws {
        let inferred = try Inferred(
            #"{"plugins":{"git":{"name":"git","v":1},"svn":{"name":"svn","v":2},"#
                + #""hg":{"name":"hg","v":3}}}"#)
        #expect(inferred.entities == ["Plugin name"])
        #expect(inferred.attributes("Plugin") == ["name", "v"])
        #expect(inferred.rules("plugins") == ["M2"])
        #expect(try inferred.objects() == ["Plugin": 3])
    }

    @Test func `three keys in each record are members`() throws {
        let days = #""mon":{"open":8},"tue":{"open":9},"wed":{"open":9}"#
        let shops = (1...4).map { "{\"id\":\($0),\(days)}" }.joined(separator: ",")
        let inferred = try Inferred("[\(shops)]", named: "shops.json")
        #expect(inferred.entities == ["Shop shopID"])
        #expect(inferred.attributes("Shop") == ["monOpen", "shopID", "tueOpen", "wedOpen"])
    }

    @Test func `labels that differ between records are a dictionary`() throws {
        let records = (0..<100).map { index in
            let labels = (0..<(index % 3 + 1)).map {
                #""c\#((index * 7 + $0 * 13) % 60)":"t\#(index)""#
            }
            return #"{"id":\#(index),"labels":{\#(labels.joined(separator: ","))}}"#
        }
        let inferred = try Inferred("[\(records.joined(separator: ","))]", named: "notes.json")
        #expect(inferred.entities == ["Note noteID"])
        #expect(inferred["Note.labels"]?.type == .dictionary)
        #expect(try inferred.objects() == ["Note": 100])
    }

    @Test func `the same 24 keys in each record are parts below their record`() throws {
        let codes = "abcdefghijklmnopqrstuvwx".map { "l\($0)" }
        let records = (0..<250).map { record in
            let names = codes.map { #""\#($0)":{"t":"\#($0) of \#(record)"}"# }
            return #"{"id":\#(record),"names":{\#(names.joined(separator: ","))}}"#
        }
        let inferred = try Inferred("[\(records.joined(separator: ","))]", named: "films.json")
        #expect(inferred.entities == ["Film filmID", "Name filmID+key"])
        #expect(inferred.attributes("Name") == ["filmID", "key", "t"])
        #expect(inferred.relationships == ["Film.names*→Name"])
        #expect(try inferred.objects() == ["Film": 250, "Name": 6000])
    }

    @Test func `ten thousand keys are a lookup`() throws {
        let members = (0..<10_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        let inferred = try Inferred("{\(members)}", named: "scores.json")
        #expect(inferred.entities == ["Score key"])
        #expect(inferred.attributes("Score") == ["key", "value"])
        #expect(inferred.entity("Score")?.records == 10_000)
    }

    @Test func `many keys of every kind are a dictionary, or columns on request`() throws {
        let kinds = ["1", "\"x\"", "true", "{\"a\":1}", "[1]"]
        let records = (0..<1000).map { record in
            let keys = Set((0..<10).map { (record * 37 + $0 * 61) % 600 }).sorted()
            let members = keys.map { #""k\#($0)":\#(kinds[$0 % 5])"# }
            return #"{"id":\#(record),"m":{\#(members.joined(separator: ","))}}"#
        }
        let text = records.joined(separator: "\n")
        let inferred = try Inferred(text, named: "rows.ndjson")
        #expect(inferred.attributes("Row") == ["m", "rowID"])
        #expect(inferred["Row.m"]?.type == .dictionary)
        let columns = try Inferred(text, named: "rows.ndjson") { $0.corrections.records = ["m"] }
        #expect(columns.mapping.entities.map { $0.attributes.count }.max() ?? 0 > 400)
    }

    @Test func `objects without a common member are members of a record`() throws {
        let members = "abcdefgh".map { #""\#($0)":{"x\#($0)":1,"y\#($0)":2}"# }
        let inferred = try Inferred(#"[{"id":1,\#(members.joined(separator: ","))}]"#)
        #expect(inferred.mapping.entities.count == 1)
        #expect(inferred.mapping.entities[0].attributes.count == 17)
        #expect(inferred.mapping.file.mappings.mappings.count == 1)
    }

    @Test func `a map in a map is one-to-many`() throws {
        let inferred = try Inferred(#"{"users":{"1":{"posts":{"9":{"t":"x"}}}}}"#)
        #expect(inferred.entities == ["Post key", "User key"])
        #expect(inferred.relationships == ["User.posts*→Post"])
        #expect(inferred.inverses == ["Post.user→User"])
        #expect(try inferred.objects() == ["User": 1, "Post": 1])
    }

    @Test func `one shape under 300 keys is one entity`() throws {
        let members = (0..<300).map { #""name\#($0)":{"id":\#($0),"title":"t\#($0)","on":true}"# }
        let inferred = try Inferred("{\(members.joined(separator: ","))}", named: "flags.json")
        #expect(inferred.mapping.entities.map(\.name) == ["Flag"])
        #expect(try inferred.objects() == ["Flag": 300])
    }

    @Test func `the member that equals the keys of a map identifies on later pages`() throws {
        let page = #"{"plugins":{"a":{"name":"a","v":1},"b":{"name":"b","v":2},"c":{"name":"c"}}}"#
        let first = try Inferred(page).mapping.file
        let again = try Inferred(page) { $0.base = first }
        #expect(again.entities == ["Plugin name"])
        #expect(try first.updated(with: again.mapping.file).differences == [])
    }

    @Test func `one name for two entities is given to the first`() throws {
        let inferred = try Inferred(#"{"a":[{"id":1,"x":1}],"b":[{"id":1,"y":"z"}]}"#) {
            $0.corrections.entities = [("a[]", "Thing"), ("b[]", "Thing")]
        }
        #expect(inferred.entities.count == 2)
        #expect(inferred.entities.contains("Thing thingID"))
    }
}
