import EntityMapper
import Foundation
import MercatorPayload
import ObjectGraph
import RepresentationWriting
import Testing

@Suite("Hooks after writing")
struct WritingHookTests {
    private let model: ManagedObjectModel

    init() throws { model = try Comics.model() }

    /// Maps a payload, and writes the first character by mappings with hooks.
    private func written(
        _ payload: String, on kind: StoreKind, profile: RepresentationProfile = .create,
        _ change: (inout Comics.Mappings) -> Void,
        after edit: @escaping @Sendable (ManagedObject) -> Void = { _ in }
    ) throws -> String {
        let bench = try Workbench(kind, model)
        var mappings = try Comics.Mappings(model)
        mappings.character.addAttributeMapping(from: "extra", to: "extra")
        try bench.load(payload, mappings.set).requireNoIssues()
        change(&mappings)
        let plan = try MappingPlan(mappings.set, for: model)
        let writer = try RepresentationWriter(plan, mapping: "Character", profile: profile)
        return try bench.container.perform { context in
            let character = try #require(try context.fetch(FetchRequest("Character")).first)
            edit(character)
            return String(decoding: try writer.jsonBytes(for: character), as: UTF8.self)
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let hook: @Sendable (inout [String: Value]) -> Void
        let expected: String
    }

    private static func date(_ seconds: Int64) -> Value {
        Timestamp(seconds: seconds).map(Value.date) ?? .null
    }

    private static let payload =
        #"{"id": 1, "name": "A", "code": "c", "extra": {"z": [1.5, {"b": 2, "a": 1}], "y": 1}}"#

    private static let rows: [Row] = [
        Row(
            testDescription: "nothing", hook: { _ in },
            expected:
                #"{"id":1,"name":"A","code":"c","extra":{"y":1,"z":[1.5,{"a":1,"b":2}]},"powers":[]}"#
        ),
        Row(
            testDescription: "a date",
            hook: { members in
                members["uploaded_at"] = date(1_420_167_845)
            },
            expected:
                #"{"id":1,"name":"A","code":"c","extra":{"y":1,"z":[1.5,{"a":1,"b":2}]},"powers":[],"uploaded_at":"2015-01-02T03:04:05Z"}"#
        ),
        Row(
            testDescription: "other kinds of values, new members by name",
            hook: { members in
                members = [
                    "name": .null, "z": .data([1, 2, 255]), "b": .decimal(12.5),
                    "a": .array([date(0), .boolean(true)]),
                ]
            },
            expected:
                #"{"name":null,"a":["1970-01-01T00:00:00Z",true],"b":"12.5","z":"AQL/"}"#),
        Row(
            testDescription: "removed and replaced members keep the places of the others",
            hook: { members in
                members["name"] = nil
                members["code"] = 7
                members["powers"] = nil
            },
            expected: #"{"id":1,"code":7,"extra":{"y":1,"z":[1.5,{"a":1,"b":2}]}}"#),
        Row(
            testDescription: "what is inside a changed member keeps its place, too",
            hook: { members in
                members["powers"] = nil
                guard case .dictionary(var extra) = members["extra"] else { return }
                extra["x"] = "new"
                extra["y"] = 2
                members["extra"] = .dictionary(extra)
            },
            expected:
                #"{"id":1,"name":"A","code":"c","extra":{"y":2,"z":[1.5,{"a":1,"b":2}],"x":"new"}}"#
        ),
    ]

    @Test(arguments: StoreKind.allCases, rows)
    func `decide what is written`(kind: StoreKind, row: Row) throws {
        let text = try written(Self.payload, on: kind) { mappings in
            mappings.character.didWrite = WritingHook("hook") { _, members in row.hook(&members) }
        }
        #expect(text == row.expected)
    }

    @Test(arguments: StoreKind.allCases)
    func `are called once for each object, the inner ones first`(kind: StoreKind) throws {
        let calls = Log()
        let text = try written(
            #"{"id": 1, "publisher": {"id": 7}, "powers": [{"id": 2}, {"id": 3}]}"#, on: kind
        ) { mappings in
            mappings.publisher.didWrite = WritingHook("log") { publisher, members in
                calls.add("publisher \(publisher["publisherID"])")
                members["self"] = .string("/publishers/7")
            }
            mappings.power.didWrite = WritingHook("log") { power, members in
                calls.add("power \(power["powerID"])")
                members = ["n": power["powerID"]]
            }
            mappings.character.didWrite = WritingHook("log") { character, members in
                calls.add("character \(character["characterID"])")
                guard case .dictionary(let publisher) = members["publisher"] else { return }
                members["link"] = publisher["self"]
            }
        }
        #expect(calls.lines == ["publisher 7", "power 2", "power 3", "character 1"])
        #expect(
            text
                == #"{"id":1,"publisher":{"id":7,"self":"/publishers/7"},"powers":[{"n":2},{"n":3}],"link":"/publishers/7"}"#
        )
    }

    @Test func `do not disturb digits that values cannot hold`() throws {
        let text = try written(
            #"{"id": 9007199254740993, "amount": 0.10000000000000000555}"#, on: .inMemory
        ) { mappings in
            mappings.character.didWrite = WritingHook("copy") { _, members in
                members["again"] = members["id"]
                members["amount"] = nil
            }
        }
        #expect(text == #"{"id":9007199254740993,"powers":[],"again":9007199254740993}"#)
    }

    @Test(arguments: StoreKind.allCases)
    func `see only what changed where only that is written`(kind: StoreKind) throws {
        let seen = Log()
        let text = try written(
            Self.payload, on: kind, profile: .patch,
            { mappings in
                mappings.character.didWrite = WritingHook("log") { _, members in
                    seen.add(members.keys.sorted().joined(separator: " "))
                    members["token"] = "t"
                }
            }, after: { $0["name"] = "B" })
        #expect(seen.lines == ["id name"])
        #expect(text == #"{"id":1,"name":"B","token":"t"}"#)
    }

    @Test func `get the members behind the key of a representation`() throws {
        let bench = try Workbench(.inMemory, model)
        var publishers = try model.mapping(
            "Publisher", identifiedBy: ["name"], ["{name}.motto": "motto"])
        publishers.addAttributeMapping(fromKeyOfRepresentationTo: "name")
        publishers.forcesCollectionMapping = true
        publishers.didWrite = WritingHook("add") { _, members in members["new"] = true }
        try bench.insert("Publisher", ["name": "dc", "motto": "D"])
        let plan = try MappingPlan(
            MappingSet([publishers], roots: ["": "Publisher"]), for: model)
        let writer = try RepresentationWriter(plan, mapping: "Publisher")
        let text = try bench.container.perform { context in
            String(
                decoding: try writer.jsonBytes(for: try context.fetch(FetchRequest("Publisher"))),
                as: UTF8.self)
        }
        #expect(text == #"{"dc":{"motto":"D","new":true}}"#)
    }

    private struct Refusal: Error {}

    @Test func `end the writing with an error`() throws {
        let error: MappingError? = caught {
            _ = try written(#"{"id": 1}"#, on: .inMemory) { mappings in
                mappings.character.didWrite = WritingHook("strict") { _, _ in throw Refusal() }
            }
        }
        #expect(error?.code == .hookFailed)
        #expect(error?.message.hasSuffix(": the hook 'strict' failed: Refusal()") == true)
    }

    @Test func `cannot leave what no payload has`() throws {
        let error: MappingError? = caught {
            _ = try written(#"{"id": 1}"#, on: .inMemory) { mappings in
                mappings.character.didWrite = WritingHook("endless") { _, members in
                    members["size"] = .double(.infinity)
                }
            }
        }
        #expect(error?.code == .unwritableValue)
        #expect(error?.message.contains("left a number for 'size'") == true)
    }

    @Test func `are a problem where there are no members`() throws {
        var publisher = try model.mapping(
            "Publisher", identifiedBy: ["publisherID"], ["": "publisherID"])
        publisher.didWrite = WritingHook("hook") { _, _ in }
        let plan = try MappingPlan(
            MappingSet([publisher], roots: ["": "Publisher"]), for: model)
        let error: MappingPlanError? = caught {
            _ = try RepresentationWriter(plan, mapping: "Publisher")
        }
        #expect(
            error?.problems.map(\.description) == [
                "Publisher: 'publisherID' is the representation itself, so the hook 'hook' has no "
                    + "members to change; give it a path, or leave out the hook"
            ])
    }
}
