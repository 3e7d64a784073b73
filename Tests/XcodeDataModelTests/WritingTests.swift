import Foundation
import ModelGeneration
import ObjectGraph
import Testing
import XcodeDataModel

@Suite("Xcode's models as Swift code and as a diagram")
struct WritingTests {
    @Test func `the Swift code is a file that compiles here`() throws {
        let model = try XcodeModel(path: Fixtures.path("Library.xcdatamodeld")).model
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "LibraryModel.swift")
        #expect("\(SwiftSource(model))\n" == (try String(contentsOf: file, encoding: .utf8)))
    }

    @Test func `the Swift code makes the same model`() throws {
        let model = try XcodeModel(path: Fixtures.path("Library.xcdatamodeld")).model
        #expect(try makeModel().entities == model.entities)
    }

    @Test func `names and values that need care are written with care`() throws {
        let date = try #require(Timestamp("2020-02-02T02:02:02Z"))
        var words = WordsSchema.entityDescription
        words.updateAttribute("list") { $0.defaultValue = ["a", 1, true, 0.5, .null] }
        words.updateAttribute("map") { $0.defaultValue = ["k": ["\u{7}\"\\\n\t\r"], "e": [:]] }
        words.updateAttribute("when") { $0.rules = [.atLeast(.date(date))] }
        words.uniquenessConstraints = [["class"], ["when", "class"]]
        let text = SwiftSource(try ManagedObjectModel([words])).description
        #expect(
            text.contains(
                #"Attribute<[Value]?>(default: ["a", 1, true, 0.5, .null])"#))
        #expect(text.contains("let map = Attribute<[String: Value]?>("))
        #expect(text.contains(#"(default: ["e": [:], "k": ["\u{7}\"\\\n\t\r"]])"#))
        #expect(text.contains("let `class` = Attribute<String>(isUnique: true)"))
        #expect(text.contains("// JSON of any kind; name the type of its elements"))
        #expect(text.contains("struct TypeEntity: Entity {"))
        #expect(text.contains(#"type.uniquenessConstraints = [["class"], ["when", "class"]]"#))
    }

    @Test func `names that are no words stand between backticks`() throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "My Entity",
                attributes: [
                    AttributeDescription("2d", .double), AttributeDescription("Type", .string),
                    AttributeDescription("back`tick\\", .string),
                ]),
            EntityDescription("Größe", parent: "My Entity"), EntityDescription("makeModel"),
        ])
        #expect(
            SwiftSource(model).description.hasPrefix(
                #"""
                import Mercator

                struct `My Entity`: Entity {
                    static var entityName: String { "My Entity" }

                    let `2d` = Attribute<Double?>()
                    let `Type` = Attribute<String?>()
                    let `back_tick_` = Attribute<String?>("back`tick\\")
                }

                struct Größe: Entity {
                    static var parent: (any Entity.Type)? { `My Entity`.self }
                }

                struct makeModelEntity: Entity {
                    static var entityName: String { "makeModel" }
                }

                """#))
    }

    private struct LabelsSchema: Entity {
        let `2d` = Attribute<Double?>()
        let `class` = Attribute<String?>()
        let größe = Attribute<Double?>()
        let `word count` = Attribute<Int64?>()
    }

    @Test func `a name is left out where it is the label that the library reads`() throws {
        let names = ["2d", "class", "größe", "word count"]
        let labels = LabelsSchema.entityDescription.declaredAttributes.map(\.name)
        let model = try ManagedObjectModel([
            EntityDescription("E", attributes: names.map { AttributeDescription($0, .string) })
        ])
        let text = SwiftSource(model).description
        #expect(labels == names)
        for name in names { #expect(!text.contains("(\"\(name)\")"), "\(name)") }
    }

    private struct WordsSchema: Entity {
        static var entityName: String { "Type" }
        let `class` = Attribute<String>("class", isUnique: true)
        let list = Attribute<[Value]?>("list")
        let map = Attribute<[String: Value]?>("map")
        let when = Attribute<Timestamp?>("when")
    }

    @Test func `long lines are broken as the formatter does`() throws {
        let names = (1...6).map { "aRatherLongNameOfAnEntity\($0)" }
        let model = try ManagedObjectModel(names.map { EntityDescription($0) })
        let lines = SwiftSource(model).description.split(separator: "\n").map(String.init)
        #expect(lines.allSatisfy { $0.count <= 100 })
        #expect(lines.contains("    return try ManagedObjectModel(["))
        #expect(lines.contains("        aRatherLongNameOfAnEntity6.entityDescription,"))
    }

    @Test func `the diagram has each relationship once`() throws {
        let model = try XcodeModel(path: Fixtures.path("Library.xcdatamodeld")).model
        let lines = ModelDiagram(model).description.split(separator: "\n").map(String.init)
        #expect(lines[0] == "classDiagram")
        #expect(
            lines[1...4].elementsEqual([
                "    class Author {", "        date? born", "        string fullName", "    }",
            ]))
        #expect(
            lines.suffix(5).elementsEqual([
                "    Publication <|-- Book",
                #"    Author "1..5" -- "*" Book : books / authors"#,
                #"    Author "*" -- "*" Author : friends"#,
                #"    Publication "*" -- "0..1" Value : shelf / publications"#,
                #"    Value --> "1" Room : room"#,
            ]))
    }

    @Test(
        arguments: [
            (.toOne("r", "D"), "0..1"), (.toOne("r", "D", isOptional: false), "1"),
            (.toMany("r", "D"), "*"), (.toMany("r", "D", isOptional: false), "1..*"),
            (.toMany("r", "D", minCount: 2, maxCount: 5), "0..5"),
            (.toMany("r", "D", isOptional: false, minCount: 2, maxCount: 5), "2..5"),
            (.toMany("r", "D", isOptional: false, minCount: 3, maxCount: 3), "3"),
        ] as [(RelationshipDescription, String)])
    func `numbers of objects have short names`(
        relationship: RelationshipDescription, bounds: String
    ) {
        #expect(relationship.bounds == bounds)
    }
}
