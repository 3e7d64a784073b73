import Foundation
import Testing

/// `PrintingTests` must cover all types in the sources that have a description.
@Suite("What prints")
struct PrintingCoverageTests {
    /// Values with descriptions of one word or line, regardless of the amount of data.
    private static let words: Set<String> = [
        "Code", "Kind", "Reason", "PayloadLocation", "PayloadExcerpt", "PayloadPathComponent",
        "MIMETypePattern", "PayloadFormat", "ImportFormat", "PreservationReason", "OrphanRefusal",
        "Limit", "XcodeModelLocation", "Difference", "InferenceError", "SchemaPath", "ImportPart",
        // Parts that are printed with the value that contains them.
        "Problem", "MappingProblem", "IntegrityProblem", "Step", "OrphanPlan.Scope",
        "UnresolvedConnection.Key", "ImportResult.Payload", "MappingExplanation.Property",
        "MappingExplanation.PropertySummary", "MappingExplanation.UnmappedKey", "MappingEvent",
        "ErrorMessage", "ObjectName", "Attempt", "RequestAddress",
        // Covered by the tests of managers, which alone create them.
        "RemoteEvent", "RemoteConflict", "RemotePage", "PagePosition", "OutboxEntry",
        "OutboxEntry.State", "OutboxConflict", "OutboxRound", "OutboxCounts", "RemoteMetrics",
        "CookieJar",
        // Covered by a separate test with a save.
        "SavedChanges", "ResultChanges", "SelectedRowChanges",
        // Covered by the tests of their targets, which the others do not need.
        "PostgresStore", "OpenAPIDescription",
    ]

    /// Types whose names end like those of printed types, but that have nothing to print.
    private static let silent: Set<String> = [
        "ObjectPlan", "FetchChanges", "SelectChanges", "ResourceOperation", "InferredMapping",
    ]

    /// Returns the text of the sources, without those of the command line and of the testing
    /// module, which separate tests cover.
    private static func sources() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources").standardizedFileURL
        let files = try #require(
            FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        return files.compactMap { $0 as? URL }
            .filter { $0.pathExtension == "swift" && !$0.path.contains("/Mercator") }
            .compactMap { try? String(contentsOf: $0, encoding: .utf8) }
            .joined(separator: "\n")
    }

    private static func names(_ expression: Regex<(Substring, Substring)>, _ text: String)
        -> Set<String>
    {
        Set(text.matches(of: expression).map { String($0.output.1) })
    }

    @Test func `everything that prints is tried with few and with many`() throws {
        let text = try Self.sources()
        let declared = Self.names(
            /public (?:final )?(?:indirect )?(?:struct|enum|class) (\w+)/, text)
        #expect(declared.count > 150)
        let printed = Self.names(
            /public (?:final )?(?:struct|enum|class) (\w+)[^{}]*CustomStringConvertible/, text
        ).union(
            Self.names(/extension ([\w.]+)\s*:[^{}]*Custom(?:Debug)?StringConvertible/, text)
                .filter { name in
                    name.split(separator: ".").allSatisfy { declared.contains(String($0)) }
                })
        #expect(printed.count > 60)
        let tried = Set(
            (PrintingTests.subjects + PrintingTests.moreSubjects)
                .flatMap { $0.0.components(separatedBy: ", ") })
        let missing = printed.subtracting(tried).subtracting(Self.words).filter { name in
            !name.split(separator: ".").contains { Self.words.contains(String($0)) }
        }
        #expect(missing.isEmpty, "\(missing.sorted())")
        let expected = declared.filter { name in
            [
                "Result", "Mapping", "Set", "Plan", "Error", "Errors", "Report", "Operation",
                "Explanation", "Changes", "Outcome",
            ].contains { name.hasSuffix($0) && name != $0 }
        }
        let wordless = expected.subtracting(printed).subtracting(Self.silent)
        #expect(wordless.isEmpty, "\(wordless.sorted())")
    }
}
