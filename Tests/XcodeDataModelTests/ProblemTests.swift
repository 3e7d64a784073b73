import ObjectGraph
import Testing
import XcodeDataModel

@Suite("What is no model of Xcode")
struct ProblemTests {
    @Test(
        arguments: [
            ("", 1), ("hello", 1), ("<model", 1), ("<model>\n<entity></model>", 2),
            ("<model>\r\n<<<<<<< HEAD\r\n</model>", 2),
            ("<?xml version=\"1.0\"?>\n<!DOCTYPE m [<!ENTITY a \"b\">]>\n<model/>", 2),
            (String(repeating: "<a>", count: 10_000), 1),
        ] as [(String, Int)])
    func `what is no XML, or not of this kind, says where`(xml: String, line: Int) throws {
        let error = try #require(
            #expect(throws: XcodeModelError.self) {
                try XcodeModelVersion("M", contents: Array(xml.utf8))
            })
        #expect(error.problems.map(\.code) == [.malformed])
        #expect(error.problems.map(\.location.line) == [line])
    }

    @Test func `a file of Xcode 3 says what to do`() throws {
        let error = try #require(
            #expect(throws: XcodeModelError.self) {
                try XcodeModelVersion("M", contents: Array("bplist00\u{1}".utf8))
            })
        #expect(
            error.problems.map(\.description) == [
                "M: it is a binary property list, as Xcode 3 wrote; "
                    + "open and save it with a later one"
            ])
    }

    @Test(
        arguments: [
            ("<plist/>", .unknownElement), ("<model/>", .unknownElement),
            ("<model type=\"com.example\"/>", .invalidValue),
            ("<model type=\"\"/>", .invalidValue),
        ] as [(String, XcodeModelError.Code)])
    func `XML of another kind is refused`(xml: String, code: XcodeModelError.Code) throws {
        let error = try #require(
            #expect(throws: XcodeModelError.self) {
                try XcodeModelVersion("M", contents: Array(xml.utf8))
            })
        #expect(error.problems.map(\.code) == [code])
    }

    @Test func `text between the elements is reported with its lines`() throws {
        let error = try #require(
            #expect(throws: XcodeModelError.self) {
                try Fixtures.version(
                    """
                    <entity name="E" parentEntity="Missing">

                      text</entity>
                    <entity name="F">
                    =======
                    <attribute name="a" attributeType="String"/></entity>
                    """)
            })
        #expect(
            error.description == """
                The Xcode data model has 2 problems:
                - M, line 2, entity 'E': there is text in 'entity', expected elements only
                - M, line 5, entity 'F': there is text in 'entity', expected elements only
                """)
        #expect(error.problems.map(\.code) == [.malformed, .malformed])
    }
}
