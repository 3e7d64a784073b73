import Foundation
import TestSupport
import Testing

@Suite("A data model of Xcode", .endsInTime)
struct ModelTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
        let folder = workshop.directory.appendingPathComponent("M.xcdatamodeld")
        for (name, attribute) in [("M", "a"), ("M 2", "b")] {
            let version = folder.appendingPathComponent("\(name).xcdatamodel")
            try FileManager.default.createDirectory(
                at: version, withIntermediateDirectories: true)
            try Data(Self.contents(attribute).utf8)
                .write(to: version.appendingPathComponent("contents"))
        }
        try Data(
            "<plist><dict><key>_XCCurrentVersionName</key><string>M 2.xcdatamodel</string></dict></plist>"
                .utf8
        ).write(to: folder.appendingPathComponent(".xccurrentversion"))
    }

    private static func contents(_ attribute: String) -> String {
        """
        <model type="com.apple.IDECoreDataModeler.DataModel">
        <entity name="Item" elementID="Thing">
        <attribute name="\(attribute)" attributeType="Integer 16" defaultValueString="7"
            maxValueString="9"/>
        <attribute name="memo" optional="YES" transient="YES" attributeType="String"/>
        <relationship name="box" optional="YES" destinationEntity="Box" inverseName="items"/>
        </entity>
        <entity name="Box">
        <relationship name="items" optional="YES" toMany="YES" ordered="YES"
            destinationEntity="Item" deletionRule="Cascade"/>
        <userInfo><entry key="note" value="big"/></userInfo>
        </entity>
        <configuration name="C"><memberEntity name="Box"/></configuration>
        </model>
        """
    }

    @Test func `is printed as a table, with notes beside it`() throws {
        let run = try workshop.run("model", "M.xcdatamodeld")
        #expect(run.status == 0)
        #expect(
            run.output == """
                M 2: 2 entities

                Item, earlier Thing
                  b     integer16  default 7, at most 9
                  memo  string?
                  box   0..1 Box   inverse items

                Box, note = "big"
                  items  * Item  ordered, inverse box, on delete cascade

                configuration C: Box

                """)
        #expect(
            run.errorLines == [
                "mercator: M 2, line 5, attribute 'memo' of entity 'Item': "
                    + "it is transient; here a store keeps it"
            ])
    }

    @Test func `is printed as a diagram`() throws {
        let run = try workshop.run("model", "M.xcdatamodeld", "--mermaid")
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("classDiagram\n    class Item {\n        integer16 b\n"))
        #expect(run.output.hasSuffix("    Item \"*\" -- \"0..1\" Box : box / items\n"))
    }

    @Test func `is printed as Swift code, of any version`() throws {
        let run = try workshop.run(
            "model", "M.xcdatamodeld", "--swift", "--of-version", "M")
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("import Mercator\n\nstruct Item: Entity {\n"))
        #expect(run.output.contains("    let a = Attribute<Int16>(default: 7)\n"))
        #expect(run.output.contains("ToOne<Box>(inverse: \\.items)"))
    }

    @Test func `says in a line each what it leaves out`() throws {
        try workshop.write(
            "<model type=\"com.apple.IDECoreDataModeler.DataModel\">\n<entity name=\"E\" isAbstrct=\"\"/>"
                + "\n<entty/></model>", to: "contents")
        let run = try workshop.run("model", "contents")
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("contents: 1 entity\n"))
        #expect(
            run.errorLines == [
                "mercator: contents, line 2, entity 'E': the attribute 'isAbstrct' of 'entity' "
                    + "is not known; did you mean 'isAbstract'? It is left out",
                "mercator: contents, line 3, model: an element 'entty' in 'model' is not known; "
                    + "did you mean 'entity'? It is left out",
            ])
    }

    @Test(
        arguments: [
            (["N.xcdatamodeld"], "there is no such file", 1),
            (["M.xcdatamodeld", "--of-version", "M 3"], "there is no such version", 1),
            (["M.xcdatamodeld", "--swift", "--mermaid"], "ask for one at a time", 64),
        ] as [([String], String, Int32)])
    func `cannot be shown where there is none, or in two forms`(
        words: [String], message: String, status: Int32
    ) throws {
        let run = try Tool.run(["model"] + words, in: workshop.directory)
        #expect(run.status == status)
        #expect(run.errors.contains(message))
        #expect(run.output.isEmpty)
    }
}
