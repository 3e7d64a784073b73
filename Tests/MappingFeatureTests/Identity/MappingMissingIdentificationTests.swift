import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Missing identification")
struct MappingMissingIdentificationTests {
    let model: ManagedObjectModel

    init() throws {
        model = try People.model()
    }

    private func human(
        _ names: [String]?, _ attributes: KeyValuePairs<PayloadPath, String>,
        _ change: (inout EntityMapping) -> Void = { _ in }
    ) throws -> EntityMapping {
        try model.mapping("Human", identifiedBy: names, attributes, change)
    }

    @Test(arguments: StoreKind.allCases, [#"{"name": null}"#, #"{"id": null}"#])
    func `never matches a missing identification with stored rows`(
        kind: StoreKind, json: String
    ) throws {
        // A02, A03, A04: inserted; unlike in the original, rows without an identifier are not
        // adopted.
        let bench = try Workbench(kind, model)
        try bench.insert("Human", ["name": "Nobody"])
        let mapping = try human(["railsID"], ["id": "railsID", "name": "name"])
        let result = try bench.load("[\(json), \(json)]", mapping)
        #expect(result.total.inserted == 2)
        #expect(result.issueCount == 0)
        #expect(
            try bench.lines("Human", "railsID", "name")
                == [#"nil | "Nobody""#, "nil | nil", "nil | nil"])
    }

    @Test(arguments: StoreKind.allCases)
    func `treats an incomplete key as missing`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        try bench.insert("Human", ["railsID": 1])
        let mapping = try human(["railsID", "name"], ["id": "railsID", "name": "name"])
        #expect(try bench.load(#"{"id": 1}"#, mapping).total.inserted == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `passes over a record without identification on request`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let mapping = try human(["railsID"], ["id": "railsID"]) { $0.missingIdentification = .skip }
        let result = try bench.load(#"[{"id": 1}, {}, {"id": null}]"#, mapping)
        #expect(result.total.inserted == 1)
        #expect(result.total.failed == 2)
        #expect(
            result.issues.map(\.description) == [
                "Human.railsID: expected a value for railsID, found no 'id', at [1] (line 1, column 13)",
                "Human.railsID: expected a value for railsID, found null, at [2] (line 1, column 17)",
            ])
    }

    @Test(arguments: StoreKind.allCases)
    func `fails over a record without identification on request`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        let mapping = try human(["railsID"], ["id": "railsID"]) { $0.missingIdentification = .fail }
        let error: MappingError? = caught { try bench.load(#"[{"id": 1}, {}]"#, mapping) }
        #expect(error?.code == .recordFailed)
        #expect(error?.issue?.code == .missingIdentification)
        #expect(try bench.lines("Human", "railsID") == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `leaves out records whose identification does not convert, by any policy`(
        kind: StoreKind
    ) throws {
        let mapping = try human(["railsID"], ["id": "railsID", "name": "name"])
        for policy in [FailurePolicy.skipRecord, .skipValue] {
            let bench = try Workbench(kind, model)
            let result = try bench.load(
                #"[{"id": "x", "name": "A"}, {"id": 2, "name": "B"}]"#, mapping,
                options: MappingOptions(failurePolicy: policy))
            #expect(result.total.inserted == 1)
            #expect(result.total.failed == 1)
            #expect(result.array.count == 1)
            #expect(
                result.issues.map(\.description) == [
                    "Human.railsID: expected whole number of 32 bits, found text that is not one, "
                        + "at [0].id (line 1, column 9)"
                ])
        }
    }
}
