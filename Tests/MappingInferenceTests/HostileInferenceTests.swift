import EntityMapper
import MappingFiles
import MappingInference
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

@Suite("Hostile payloads from the bytes to the store")
struct HostileInferenceTests {
    /// Returns a payload of three records with a text under each key.
    func payload(keys: [String], collection: String = "items") -> HostilePayload {
        var payload = HostilePayload(collection: collection)
        payload.records = (1...3).map { row in
            [.init(path: ["id"], json: "\(row)", value: .integer(Int64(row)))]
                + keys.enumerated().map { index, key in
                    let text = "value \(index) of \(row)"
                    return .init(path: [key], json: HostileText.json(text), value: .string(text))
                }
        }
        return payload
    }

    @Test("hostile keys, 20 at a time", arguments: 0..<7)
    func keys(part: Int) throws {
        let keys = withoutRepeats(HostileText.keys).dropFirst(part * 20).prefix(20)
        let payload = payload(keys: Array(keys))
        try InferredStore(payload.json).check(payload)
    }

    @Test("two hostile keys that equal each other but for case or separators")
    func pairs() throws {
        for pair in [
            ["Name", "name"], ["a b", "a_b"], ["é", "e\u{301}"], ["", "😀"], ["1", "01"],
        ] {
            let payload = payload(keys: pair)
            try InferredStore(payload.json).check(payload)
        }
    }

    @Test("hostile keys as names of entities", arguments: 0..<12)
    func entities(part: Int) throws {
        for key in withoutRepeats(HostileText.keys).dropFirst(part * 11).prefix(11) {
            let payload = payload(keys: ["title"], collection: key)
            try InferredStore(payload.json).check(payload)
        }
    }

    @Test("entities whose names differ in case alone")
    func entitiesByCase() throws {
        let texts = ["Post", "post", "POST", "Dates", "Strings"].map { key in
            (key: key, value: "[{\"id\":1,\"\(key)A\":\"x\"},{\"id\":2,\"\(key)A\":\"y\"}]")
        }
        let store = try InferredStore(HostileText.object(texts))
        let names = store.file.entities.map(\.name)
        #expect(Set(names.map { $0.lowercased() }).count == names.count)
        #expect(names.contains("DateEntity") && names.contains("StringEntity"))
    }

    @Test("hostile values are kept")
    func values() throws {
        var payload = HostilePayload(collection: "items")
        payload.records = HostileText.values.enumerated().map { index, text in
            [
                .init(path: ["id"], json: "\(index)", value: .integer(Int64(index))),
                .init(path: ["text"], json: HostileText.json(text), value: .string(text)),
            ]
        }
        try InferredStore(payload.json).check(payload)
    }

    @Test("escapes of unpaired surrogates are no reason to fail")
    func surrogates() throws {
        let json = #"{"items":[{"id":1,"a":"x\ud800","\udc00":"y"},{"id":2,"a":"z","\udc00":""}]}"#
        let store = try InferredStore(json)
        let mapping = try store.mapping
        let name = try #require(mapping.attributeMappings(from: "a").first?.destination)
        let rows = try store.bench.rows(mapping.entity.name, [name])
        #expect(rows == [["x\u{FFFD}"], ["z"]])
        #expect(mapping.attributeMappings.count == 3)
    }

    @Test("Records in a map of lists are connected with their key")
    func mapOfLists() throws {
        let json = #"{"2024":[{"id":1,"t":"a"},{"id":2,"t":"b"}],"2025":[{"id":3,"t":"b"}]}"#
        let store = try InferredStore(json)
        let name = try store.mapping.entity.name
        let lines = try store.bench.container.perform { context in
            try context.fetch(FetchRequest(name)).map { object in
                "\(object["t"]) \(object[toOne: "page"]?["key"] ?? .null)"
            }
        }
        #expect(lines == [#""a" 2024"#, #""b" 2024"#, #""b" 2025"#])
    }

    @Test("Random records with hostile keys arrive, and arrive once", arguments: Seeds.upTo(25))
    func random(seed: UInt64) throws {
        let payload = HostilePayload(seed: seed)
        try InferredStore(payload.json).check(payload)
    }
}
