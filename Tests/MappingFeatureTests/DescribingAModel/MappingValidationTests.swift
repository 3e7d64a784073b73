import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Validations")
struct MappingValidationTests {
    struct Refusal: Error {}

    /// Rejects, declines or changes a value according to its text.
    private static let byText = ValueValidation("by text") { value in
        switch value {
        case "FAIL": .reject("another text")
        case "REJECT": .decline
        case "MODIFY": .replace("modified value")
        case "THROW": throw Refusal()
        case "WRONG": .replace(7)
        case "NULL": .replace(.null)
        default: .accept
        }
    }

    private func users(
        _ model: ManagedObjectModel, _ change: (inout EntityMapping) -> Void
    ) throws -> EntityMapping {
        try model.mapping(
            "User", identifiedBy: ["userID"],
            ["id": "userID", "name": "name", "n": "luckyNumber"], change)
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            ("FAIL", "nil | nil", "expected another text, found text that is not"),
            ("REJECT", #""old" | 5"#, nil), ("MODIFY", #""modified value" | 5"#, nil),
            ("NULL", "nil | 5", nil), ("fine", #""fine" | 5"#, nil),
            (
                "THROW", "nil | nil",
                "expected what the validation 'by text' accepts; it says: Refusal(), "
                    + "found text that is not"
            ),
            (
                "WRONG", "nil | nil",
                "expected a text; the validation 'by text' gave a whole number, "
                    + "found text that is not"
            ),
        ] as [(String, String, String?)])
    func `a value is judged before it is assigned`(
        kind: StoreKind, row: (text: String, line: String, issue: String?)
    ) throws {
        let model = try Users.model()
        let bench = try Workbench(kind, model)
        let mapping = try users(model) { $0.addValidation(for: "name", Self.byText) }
        try bench.load(#"{"id": 1, "name": "old"}"#, mapping)
        let result = try bench.load(#"{"id": 1, "name": "\#(row.text)", "n": 5}"#, mapping)
        let place = ", at name (line 1, column 19)"
        #expect(
            result.issues.map(\.description)
                == row.issue.map { ["User.name (userID: 1): " + $0 + place] } ?? [])
        #expect(result.issues.allSatisfy { $0.code == .rejected })
        // A rejected value skips the whole record.
        let line = row.issue == nil ? row.line : #""old" | nil"#
        #expect(try bench.lines("User", "name", "luckyNumber") == [line])
    }

    @Test(arguments: StoreKind.allCases)
    func `a policy may keep the rest of the record`(kind: StoreKind) throws {
        let model = try Users.model()
        let bench = try Workbench(kind, model)
        let mapping = try users(model) { $0.addValidation(for: "name", Self.byText) }
        let result = try bench.load(
            #"{"id": 1, "name": "FAIL", "n": 5}"#, mapping,
            options: MappingOptions(failurePolicy: .skipValue))
        #expect(result.issueCount == 1)
        #expect(try bench.lines("User", "name", "luckyNumber") == ["nil | 5"])
        let error: MappingError? = caught {
            try bench.load(
                #"{"id": 2, "name": "FAIL"}"#, mapping,
                options: MappingOptions(failurePolicy: .fail))
        }
        #expect(error?.issue?.code == .rejected)
        #expect(try bench.lines("User", "userID") == ["1"])
    }

    @Test(arguments: StoreKind.allCases)
    func `only what would change is judged, and only if asked for`(kind: StoreKind) throws {
        // Rules 194 and 198
        let seen = Log()
        let model = try Users.model()
        let bench = try Workbench(kind, model)
        var mapping = try users(model) {
            $0.addValidation(
                for: "name",
                ValueValidation("log") {
                    seen.add("\($0)")
                    return .accept
                })
        }
        try bench.load(#"{"id": 1, "name": "A"}"#, mapping)
        try bench.load(#"{"id": 1, "name": "A"}"#, mapping)
        try bench.load(#"{"id": 1}"#, mapping)
        try bench.load(#"{"id": 1, "name": null}"#, mapping)
        #expect(seen.lines == [#""A""#, "nil"])
        mapping.performsValidation = false
        try bench.load(#"{"id": 1, "name": "B"}"#, mapping)
        #expect(seen.lines.count == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func `a record is judged as a whole`(kind: StoreKind) throws {
        let model = try Users.model()
        let bench = try Workbench(kind, model)
        let mapping = try users(model) {
            $0.recordValidation = RecordValidation("lucky") { user in
                guard case .integer(let number) = user["luckyNumber"] else { return .accept }
                if number == 13 { return .reject("a number that brings luck") }
                if number == 14 { throw Refusal() }
                let isOld = user.representation["old"]?.bool == true
                return user["name"] == "B" && user.isNew && !isOld ? .decline : .accept
            }
        }
        let result = try bench.load(
            """
            [{"id": 1, "name": "A", "n": 7}, {"id": 2, "name": "B", "n": 8},
             {"id": 3, "name": "C", "n": 13}, {"id": 4, "name": "D", "n": 14},
             {"id": 5, "name": "B", "n": 9, "old": true}]
            """, mapping)
        #expect(
            result.issues.map(\.description) == [
                "User (userID: 3): expected a number that brings luck, found a record that is not, "
                    + "at [2] (line 2, column 2)",
                "User (userID: 4): expected what the validation 'lucky' accepts; it says: Refusal(), "
                    + "found a record that is not, at [3] (line 2, column 35)",
            ])
        #expect(result.total.failed == 2)
        #expect(try bench.lines("User", "userID") == ["1", "5"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a record can be judged against what is stored`(kind: StoreKind) throws {
        let model = try Users.model()
        let bench = try Workbench(kind, model)
        let mapping = try users(model) {
            $0.recordValidation = RecordValidation("grows") { user in
                guard !user.isNew, case .integer(let new) = user["luckyNumber"],
                    case .integer(let old) = user.storedValue(of: "luckyNumber")
                else { return .accept }
                return new > old ? .accept : .decline
            }
        }
        try bench.load(
            #"[{"id": 1, "name": "A", "n": 7}, {"id": 2, "name": "B", "n": 7}]"#, mapping)
        try bench.load(
            #"[{"id": 1, "name": "a", "n": 6}, {"id": 2, "name": "b", "n": 8}]"#, mapping)
        #expect(
            try bench.lines("User", "name", "luckyNumber") == [#""A" | 7"#, #""b" | 8"#])
    }

    @Test func `a validation needs something to judge`() throws {
        let model = try Users.model()
        let mapping = try users(model) { $0.addValidation(for: "nane", Self.byText) }
        let error: MappingPlanError? = caught {
            _ = try MappingPlan(MappingSet([mapping], roots: [.root: "User"]), for: model)
        }
        #expect(
            error?.problems.map(\.description) == [
                "User: a validation for 'nane', but nothing is mapped to it; did you mean 'name'?"
            ])
    }
}
