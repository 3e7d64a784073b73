import EntityMapper
import MercatorPayload
import ObjectGraph
import PlainValueMapping
import TestSupport
import Testing

/// Expressions that select a mapping: trusted expressions, applied to untrusted texts.
@Suite("Expressions of matchers", .endsInTime)
struct MatcherExpressionTests {
    struct Note: Entity {
        let noteID = Attribute<Int64>("noteID")
    }

    struct Named: Sendable, Equatable {
        var id = 0
    }

    struct Row: Sendable, CustomStringConvertible {
        let pattern: String
        let matching: String
        let other: String

        var description: String { pattern }
    }

    private static let many = String(repeating: "a", count: 3000)

    /// Expressions that take exponential time with backtracking.
    static let rows = [
        Row(pattern: "(a+)+b", matching: many + "b", other: many),
        Row(pattern: "(a|a)*b", matching: many + "b", other: many),
        Row(pattern: "(a|aa)+", matching: many, other: many + "b"),
        Row(pattern: "(.*a){20}", matching: many, other: many.replacing("a", with: "b")),
        Row(pattern: "([a-z]+)*[0-9]", matching: many + "1", other: many),
        Row(pattern: "a*a*a*a*a*a*b", matching: many + "b", other: many),
    ]

    private func payload(_ row: Row) -> String {
        #"[{"id": 1, "kind": "\#(row.other)"}, {"id": 2, "kind": "\#(row.matching)"}]"#
    }

    @Test(arguments: rows)
    func `no text keeps a mapping from ending`(row: Row) throws {
        let model = try ManagedObjectModel(Note.self)
        let bench = try Workbench(.inMemory, model)
        var notes = EntityMapping(for: Note.self)
        notes.addAttributeMappings(["id": "noteID"])
        let choice = DynamicMapping(
            named: "Any", [.text(at: "kind", matches: row.pattern, use: "Note")])
        let result = try bench.load(
            payload(row), MappingSet([notes], dynamicMappings: [choice], roots: [.root: "Any"]))
        #expect(try bench.lines("Note", "noteID") == ["2"])
        #expect(result.issues.map(\.code) == [.unknownRepresentation])
    }

    @Test(arguments: rows)
    func `nor a mapping to plain values`(row: Row) throws {
        var notes = ObjectMapping(Named())
        notes.addAttributeMapping(from: "id", to: \.id)
        var choice = DynamicObjectMapping<Named>(
            named: "Any", [.text(at: "kind", matches: row.pattern, use: "Named")])
        choice.add(notes)
        let result = try choice.run(payload(row))
        #expect(result.values == [Named(id: 2)])
        #expect(result.issues.map(\.code) == [.unknownRepresentation])
    }

    @Test(arguments: ["(?=a)a", #"(a)\1"#, "(?<!b)a", "(a{1,100}){1,100}"])
    func `what cannot be answered in time is a problem of the plan`(pattern: String) throws {
        var notes = EntityMapping(for: Note.self)
        notes.addAttributeMappings(["id": "noteID"])
        let choice = DynamicMapping(
            named: "Any", [.text(at: "kind", matches: pattern, use: "Note")])
        let mappings = MappingSet([notes], dynamicMappings: [choice], roots: [.root: "Any"])
        let error = caught(MappingPlanError.self) {
            _ = try MappingPlan(mappings, for: ManagedObjectModel(Note.self))
        }
        #expect(error?.problems.map(\.code) == [.matcher])
        #expect(error?.problems.first?.subject == pattern)
    }
}
