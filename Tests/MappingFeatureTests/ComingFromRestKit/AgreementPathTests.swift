import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

@Suite("Attributes get what their paths find")
struct AgreementPathTests {
    private static let paths: [PayloadPath] = [
        "a", "b", "a.b", "a.a", "a.b.c", "b.a", #"a\.b"#, #""".a"#, "a.@count", "a.@first.b",
        "b.a.@sum", "@root.b.a", "@unionOfObjects.a", #"\@sum.b"#, "self.a.b", "a.b.@last",
    ]
    private static let count = 6

    private static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Probe",
                attributes: [.init("probeID", .integer64)]
                    + (0..<count).map { .init("p\($0)", .string) })
        ])
    }

    @Test(arguments: Seeds.upTo(200))
    func `mapping and reading agree`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let model = try Self.model()
        let paths = (0..<Self.count).map { _ in random.pick(Self.paths) }
        let json = ValueTransform("json") {
            .string(String(decoding: $0.jsonBytes(), as: UTF8.self))
        }
        let mapping = try model.mapping("Probe", identifiedBy: ["probeID"], ["id": "probeID"]) {
            for (number, path) in paths.enumerated() {
                $0.addAttributeMapping(from: path, to: "p\(number)", using: json)
            }
        }
        let plan = try MappingPlan(MappingSet([mapping], roots: [.root: "Probe"]), for: model)
        let operation = MappingOperation(plan, options: MappingOptions(failurePolicy: .skipValue))
        for _ in 0..<5 {
            let members = (0..<4).map { _ in Self.member(3, &random) }.joined(separator: ",")
            let document = try PayloadDocument(parsing: #"{"id": 1, \#(members)}"#)
            let bench = try Workbench(.inMemory, model)
            let result = try operation.run(document, in: bench.container)
            let expected = paths.map { path in
                let value = document.root.value(at: path)
                guard let value, !value.isNull else { return "nil" }
                return "\(Value.string(String(decoding: value.jsonBytes(), as: UTF8.self)))"
            }
            let names = (0..<Self.count).map { "p\($0)" }
            let found = try bench.container.perform { context in
                try context.fetch(FetchRequest("Probe")).map { probe in names.map { "\(probe[$0])" }
                }
            }
            #expect(found == [expected], "\(random): \(paths) in {\(members)}")
            let mismatches = paths.filter { path in
                let isFar = path.components.first == .context(.root)
                let steps = path.components.dropFirst(isFar ? 1 : 0)
                let result = PayloadPathEvaluator(document.tape).evaluate(steps, from: 0)
                if case .mismatch = result { return true }
                return false
            }
            #expect(
                result.issues.contains { $0.code != .repeatedKey } == !mismatches.isEmpty,
                "\(random): \(paths) in {\(members)}")
        }
    }

    private static func member(_ depth: Int, _ random: inout SeededGenerator) -> String {
        let key = random.pick(["a", "a", "b", "b", "c", "a.b", "", "@sum", #"\u0061"#])
        return #""\#(key)": \#(value(depth, &random))"#
    }

    private static func value(_ depth: Int, _ random: inout SeededGenerator) -> String {
        let kind = Int.random(in: 0...(depth > 0 ? 9 : 2), using: &random)
        let count = Int.random(in: 0...3, using: &random)
        switch kind {
        case 0: return "null"
        case 1: return "\(Int.random(in: -3...3, using: &random))"
        case 2: return random.pick([#""x""#, "true", "1.5", #""\u00e9""#])
        case 3, 4, 5:
            return "["
                + (0..<count).map { _ in value(depth - 1, &random) }.joined(separator: ",") + "]"
        default:
            return "{"
                + (0..<count).map { _ in member(depth - 1, &random) }.joined(separator: ",") + "}"
        }
    }
}
