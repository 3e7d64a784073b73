import Foundation
import MappingFiles
import MappingGeneration
import ObjectGraph
import Testing

@testable import ModelGeneration

@Suite("Enumerations in generated Swift")
struct SwiftEnumerationTests {
    private func model(_ cases: [String], of property: String = "Status.source") throws -> String {
        try package(cases, of: property).files.first { $0.path.hasSuffix("Model.swift") }?.text
            ?? ""
    }

    private func package(
        _ cases: [String], of property: String = "Status.source"
    ) throws -> SwiftPackage {
        var file = TwitterExample.file
        file.enumerations[property] = cases
        return try SwiftPackage(file, named: "Twitter", dependency: .path("../Mercator"))
    }

    @Test("T9: an attribute has a type with the known texts, which takes any other text")
    func open() throws {
        let text = try model(["web", "iPhone app", "in"])
        #expect(text.contains("    let source = Attribute<StatusSource?>()\n"))
        let declaration = """
            /// The known texts of an attribute; `unknown` has any other one.
            enum StatusSource: RawRepresentable, Hashable, AttributeValue {
                case web
                case iPhoneApp
                case `in`
                case unknown(String)

                init(rawValue: String) {
                    switch rawValue {
                    case "web": self = .web
                    case "iPhone app": self = .iPhoneApp
                    case "in": self = .`in`
                    default: self = .unknown(rawValue)
                    }
                }

                var rawValue: String {
                    switch self {
                    case .web: "web"
                    case .iPhoneApp: "iPhone app"
                    case .`in`: "in"
                    case .unknown(let text): text
                    }
                }
            }
            """
        #expect(text.contains(declaration), "\(text)")
    }

    @Test func `an enumeration of no attribute is left out`() throws {
        #expect(try !model(["a"], of: "Status.nothing").contains("enum "))
        #expect(try !model(["a"], of: "Status.statusID").contains("enum "))
        #expect(try !model([], of: "Status.source").contains("enum "))
    }

    /// Texts whose names clash, are reserved, or have no letters (N3 to N5).
    private static let hostile = [
        "", "😀", "a b", "A-B", "aB", "class", "self", "init", "Type", "none", "some", "unknown",
        "other", "rawValue", "1", "4xx", "\"", "\\(x)", "\n", "日本", "e\u{301}", "é", "nil",
        String(repeating: "long ", count: 8), "attributeType", "allCases", "hash", "default",
    ]

    @Test(
        "hostile texts have names that compile and need no formatting",
        .enabled(if: SwiftTools.areReady, "the modules of Mercator are not built"))
    func compiles() throws {
        let package = try package(Self.hostile)
        let folder = try TemporaryFolder()
        try package.write(to: folder.path)
        let sources = package.files.map(\.path).filter { $0.hasPrefix("Sources/") }
            .map { "\(folder.path)/\($0)" }
        #expect(try SwiftTools.typeCheck(sources) == "")
        #expect(try SwiftTools.lint(folder.path) == "")
        let text = try model(Self.hostile)
        for name in ["aB", "aB2", "aB3", "field1", "field2", "selfCase", "`class`", "unknown"] {
            #expect(text.contains("    case \(name)\n"), "\(name)")
        }
        #expect(text.contains("case another(String)") || text.contains("case anyOther(String)"))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }

    @Test func `a brace that does not fit stands on a line of its own`() {
        func head(_ count: Int) -> ArraySlice<String> {
            SwiftEnumeration(
                type: String(repeating: "A", count: count), cases: [("a", "a")],
                otherName: "unknown"
            ).lines[1..<3]
        }
        #expect(head(49)[1].count == 100 && head(49)[1].hasSuffix("AttributeValue {"))
        #expect(head(50)[1].hasSuffix("AttributeValue") && head(50)[2] == "{")
    }
}
