import MappingInference
import Testing

/// Maps of public APIs and data sets, each in a few records that were made up.
@Suite("Shapes of maps")
struct ShapesOfMapsTests {
    @Test func `Members that equal the key of a map within records identify with their owner`()
        throws
    {
        func labels(_ name: String, _ codes: [String]) -> String {
            codes.map { #""\#($0)":{"language":"\#($0)","value":"\#(name) \#($0)"}"# }
                .joined(separator: ",")
        }
        let inferred = try Inferred(
            """
            {"entities":{"Q1":{"id":"Q1","labels":{\(labels("one", ["de", "en", "fr"]))}},
            "Q2":{"id":"Q2","labels":{\(labels("two", ["de", "en", "fr"]))}},
            "Q3":{"id":"Q3","labels":{\(labels("six", ["de", "en"]))}}}}
            """, named: "wiki.json")
        #expect(inferred.entities == ["Label language+wikiID", "Wiki wikiID"])
        #expect(try inferred.objects() == ["Label": 8, "Wiki": 3])
    }

    @Test func `Lists of alike objects under many codes are a map`() throws {
        let codes = ["ca", "de", "en", "es", "fi", "fr", "it", "nl", "pt", "sv"]
        let names = codes.map { #""\#($0)":[{"language":"\#($0)","value":"x"}]"# }
        let inferred = try Inferred(
            #"[{"id":1,"aliases":{\#(names.joined(separator: ","))}}]"#, named: "items.json")
        #expect(inferred.rules("[].aliases") == ["M3"])
        #expect(inferred.mapping.entities.count == 1)
        #expect(try inferred.objects() == ["Item": 1])
    }

    @Test func `Lists of alike objects under plural nouns are tables`() throws {
        let names = [
            "actors", "books", "cities", "dates", "events", "films", "genres", "hotels", "ideas",
        ]
        let tables = names.map {
            #""\#($0)":[{"id":1,"name":"one of \#($0)"},{"id":2,"name":"two of \#($0)"}]"#
        }
        let inferred = try Inferred("{\(tables.joined(separator: ","))}")
        #expect(inferred.mapping.entities.count == 9)
    }

    @Test func `Many keys, most of them rare, are a map though one is frequent`() throws {
        let records = (0..<200).map { index in
            let frequent = index % 5 < 2 ? #""eng":"English","# : ""
            let rare = #""l\#(index % 60)":"Language \#(index % 60)""#
            return #"{"id":\#(index),"languages":{\#(frequent)\#(rare)}}"#
        }
        let inferred = try Inferred("[\(records.joined(separator: ","))]", named: "countries.json")
        #expect(inferred.entities == ["Country countryID", "Language key"])
        #expect(try inferred.objects() == ["Country": 200, "Language": 61])
    }
}
