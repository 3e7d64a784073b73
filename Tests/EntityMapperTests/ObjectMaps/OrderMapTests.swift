import EntityMapper
import MappingConventions
import MercatorPayload
import ObjectGraph
import RepresentationWriting
import TestSupport
import Testing

@Suite("Enumerations, versions and edited objects of object maps")
struct OrderMapTests {
    private func maps(_ change: (inout EntityMapping) -> Void) throws -> MappingSet {
        MappingSet(
            sideloading: [
                try ShopFixture.map("Order", change), try ShopFixture.map("Person"),
            ], in: try ShopFixture.model())
    }

    private let states: KeyValuePairs<Value, Value> = [0: "open", 1: "paid"]

    @Test(arguments: StoreKind.allCases)
    func `an enumeration leads both ways`(kind: StoreKind) throws {
        let maps = try maps { $0.addEnumMap(states, forKey: "state") }
        try Shop.with(kind, maps) { shop in
            let result = try shop.load(#"{"orders":[{"id":1,"state":"paid"}]}"#)
            #expect(try shop.lines("Order", "state") == ["1"])
            let writer = try RepresentationWriter(
                try shop.plan, mapping: "Order", profile: .create)
            let bytes = try shop.use(try #require(result.first)) { try writer.jsonBytes(for: $0) }
            #expect(String(decoding: bytes, as: UTF8.self) == #"{"id":1,"state":"paid"}"#)
        }
    }

    @Test(arguments: [
        (#","state":"weird""#, false, "1", 1), (#","state":"weird""#, true, "nil", 0),
        ("", false, "1", 0), ("", true, "1", 0), (#","state":null"#, false, "nil", 0),
    ])
    func `an unknown case is an issue, or nil on request`(
        json: String, isNil: Bool, state: String, issues: Int
    ) throws {
        let maps = try maps {
            $0.addEnumMap(states, forKey: "state", readsUnknownAsNil: isNil)
        }
        for kind in StoreKind.allCases {
            try Shop.with(kind, maps) { shop in
                _ = try shop.insert("Order", ["systemId": 1, "state": 1])
                let result = try shop.load(#"{"orders":[{"id":1\#(json)}]}"#)
                #expect(result.issueCount == issues)
                #expect(try shop.lines("Order", "state") == [state])
            }
        }
    }

    @Test func `a case that nothing stands for cannot be written`() throws {
        try Shop.with(.inMemory, try maps { $0.addEnumMap(states, forKey: "state") }) { shop in
            let writer = try RepresentationWriter(try shop.plan, mapping: "Order")
            let order = try shop.insert("Order", ["state": 7])
            let error = #expect(throws: MappingError.self) {
                try shop.use(order) { try writer.jsonBytes(for: $0) }
            }
            #expect(error?.code == .unwritableValue)
        }
    }

    private func orders(_ count: Int, newer: Int?) -> String {
        let list = (1...count).map { id in
            #"{"id":\#(id),"note":"new","updated_at":"2015-01-0\#(id == newer ? 2 : 1)T00:00:00Z"}"#
        }
        return #"{"orders":[\#(list.joined(separator: ","))]}"#
    }

    @Test(arguments: [(150, 1), (101, 1), (100, 100)])
    func `large responses touch what is newer only`(count: Int, touched: Int) throws {
        let maps = try maps {
            $0.modificationAttribute = "updatedAt"
            $0.modificationThreshold = 100
        }
        for kind in StoreKind.allCases {
            try Shop.with(kind, maps) { shop in
                try shop.load(
                    orders(count, newer: nil).replacingNew(with: "old"))
                let result = try shop.load(orders(count, newer: 3))
                #expect(result.total.updated == touched)
                let notes = try shop.lines("Order", "note")
                #expect(notes.filter { $0 == #""new""# }.count == touched)
                #expect(notes[2] == #""new""#)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a stub is filled although nothing is newer, and edits stay`(kind: StoreKind) throws {
        let maps = try maps { $0.modificationAttribute = "updatedAt" }
        try Shop.with(kind, maps) { shop in
            let date = try #require(Timestamp("2015-01-01T00:00:00Z"))
            for (id, state) in [(1, SynchronizationState.stub), (2, .edited), (3, .clean)] {
                _ = try shop.insert(
                    "Order",
                    [
                        "systemId": .integer(Int64(id)), "dirty": state.attributeValue,
                        "updatedAt": .date(date), "note": "old",
                    ])
            }
            try shop.load(orders(3, newer: nil))
            #expect(
                try shop.lines("Order", "note", "dirty")
                    == [#""new" | 0"#, #""old" | 1"#, #""old" | 0"#])
        }
    }
}

extension String {
    fileprivate func replacingNew(with word: String) -> String {
        split(separator: #""new""#).joined(separator: #""\#(word)""#)
    }
}
