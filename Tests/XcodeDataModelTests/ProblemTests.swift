import ObjectGraph
import Testing
import XcodeDataModel

@Suite("What is wrong with Xcode's models")
struct ProblemTests {
    /// Elements, and the only problem they have.
    struct Row: CustomTestStringConvertible {
        let xml: String
        let code: XcodeModelError.Code
        let problem: String

        var testDescription: String { problem }

        init(_ code: XcodeModelError.Code, _ xml: String, _ problem: String) {
            self.xml = xml
            self.code = code
            self.problem = problem
        }

        /// An attribute of an entity, in line 3.
        init(attribute xml: String, _ code: XcodeModelError.Code, _ problem: String) {
            self.init(
                code, "<entity name=\"E\">\n<attribute name=\"a\" \(xml)/></entity>",
                "M, line 3, attribute 'a' of entity 'E': \(problem)")
        }

        /// A relationship of an entity, in line 3.
        init(relationship xml: String, _ code: XcodeModelError.Code, _ problem: String) {
            self.init(
                code, "<entity name=\"E\">\n<relationship name=\"r\" \(xml)/></entity>",
                "M, line 3, relationship 'r' of entity 'E': \(problem)")
        }
    }

    @Test(arguments: elements + attributes + relationships)
    func `each is told with its element and line`(row: Row) throws {
        let error = try #require(
            #expect(throws: XcodeModelError.self) { try Fixtures.version(row.xml) })
        #expect(error.problems.map(\.description) == [row.problem])
        #expect(error.problems.map(\.code) == [row.code])
    }

    private static let elements = [
        Row(
            .unknownElement, "<entitiy name=\"E\"/>",
            "M, line 2, model: an element 'entitiy' in 'model' is not known; did you mean 'entity'?"
        ),
        Row(
            .unknownAttribute, "<entity name=\"E\" isAbstrakt=\"YES\"/>",
            "M, line 2, entity 'E': the attribute 'isAbstrakt' of 'entity' is not known; "
                + "did you mean 'isAbstract'?"),
        Row(
            .invalidValue, "<entity name=\"E\" isAbstract=\"true\"/>",
            "M, line 2, entity 'E': 'isAbstract' must be YES or NO"),
        Row(
            .malformed, "<entity name=\"E\">\n\n  text</entity>",
            "M, line 2, entity 'E': there is text in 'entity', expected elements only"),
        Row(
            .invalidModel, "<entity name=\"E\"/>\n<entity name=\"e\"/>",
            "M, line 3, entity 'e': another entity has this name already; names ignore case"),
        Row(
            .invalidModel, "<entity name=\"E\" parentEntity=\"F\"/>",
            "M, line 2, entity 'E': its parent 'F' is not in the model"),
        Row(
            .invalidModel,
            """
            <entity name="E"><attribute name="a" attributeType="Date"/></entity>
            <entity name="F" parentEntity="E"><attribute name="a" attributeType="String"/></entity>
            """,
            "M, line 3, attribute 'a' of entity 'F': 'E' has a property of this name; "
                + "names ignore case"),
        Row(
            .invalidModel,
            """
            <entity name="E"><uniquenessConstraints><uniquenessConstraint>
            <constraint value="id"/></uniquenessConstraint></uniquenessConstraints></entity>
            """,
            "M, line 2, 'id' of entity 'E': a uniqueness constraint needs an attribute"),
        Row(
            .invalidValue,
            "<entity name=\"E\"/>\n<configuration name=\"C\">\n<memberEntity name=\"F\"/>"
                + "</configuration>",
            "M, line 4, configuration 'C': there is no entity 'F'"),
        Row(
            .invalidValue, "<configuration name=\"C\"/><configuration name=\"C\"/>",
            "M, line 2, configuration 'C': another configuration has this name"),
        Row(
            .invalidValue, "<fetchRequest name=\"f\" entity=\"E\"/>",
            "M, line 2, fetch request 'f': there is no entity 'E'"),
        Row(
            .missingAttribute, "<fetchRequest name=\"f\"/>",
            "M, line 2, fetch request 'f': the element 'fetchRequest' needs an attribute 'entity'"),
        Row(
            .missingAttribute, "<entity name=\"E\"><fetchedProperty name=\"f\"/></entity>",
            "M, line 2, fetched property 'f' of entity 'E': it needs a 'fetchRequest'"),
        Row(
            .missingAttribute,
            "<entity name=\"E\"><fetchIndex name=\"i\">\n<fetchIndexElement/></fetchIndex></entity>",
            "M, line 3, fetch index 'i' of entity 'E': it needs a 'property' or an 'expression'"),
        Row(
            .invalidValue,
            "<entity name=\"E\"><fetchIndex name=\"i\">\n"
                + "<fetchIndexElement property=\"a\" type=\"Hash\"/></fetchIndex></entity>",
            "M, line 3, fetch index 'i' of entity 'E': 'type' must be Binary or RTree"),
    ]

    private static let attributes = [
        Row(
            attribute: #"attributeType="Integer 46""#, .invalidValue,
            "the type 'Integer 46' is not known; did you mean 'Integer 16'?"),
        Row(
            attribute: #"attributeType="String" optionl="YES""#, .unknownAttribute,
            "the attribute 'optionl' of 'attribute' is not known; did you mean 'optional'?"),
        Row(
            attribute: #"optional="YES""#, .notRepresentable,
            "no attribute of a store has the type 'Undefined'; choose another one"),
        Row(
            attribute: #"attributeType="Integer 16" defaultValueString="12px""#, .invalidValue,
            "'defaultValueString' must be a value of type integer16"),
        Row(
            attribute: #"attributeType="Integer 16" defaultValueString="40000""#, .invalidModel,
            "expected a default of type integer16, found 40000"),
        Row(
            attribute: #"attributeType="Boolean" defaultValueString="maybe""#, .invalidValue,
            "'defaultValueString' must be a value of type boolean"),
        Row(
            attribute: #"attributeType="UUID" defaultValueString="7""#, .invalidValue,
            "'defaultValueString' must be a value of type uuid"),
        Row(
            attribute: #"attributeType="Double" defaultValueString="nan""#, .invalidValue,
            "'defaultValueString' must be a value of type double"),
        Row(
            attribute: #"attributeType="Date" defaultDateTimeInterval="1e300""#, .invalidValue,
            "'defaultDateTimeInterval' must be seconds since 2001, in the years 1 to 9999"),
        Row(
            attribute: #"attributeType="Decimal" minValueString="1,5""#, .invalidValue,
            "'minValueString' must be a value of type decimal"),
        Row(
            attribute: #"attributeType="String" maxValueString="-1""#, .invalidValue,
            "'maxValueString' must be a whole number from 0"),
    ]

    private static let relationships = [
        Row(
            relationship: #"toMany="YES""#, .missingAttribute,
            "the element 'relationship' needs an attribute 'destinationEntity'"),
        Row(
            relationship: #"destinationEntity="F""#, .invalidModel, "no entity 'F'"),
        Row(
            relationship: #"destinationEntity="E" inverseName="s" inverseEntity="E""#,
            .invalidModel, "no relationship 's' in E to be its inverse"),
        Row(
            relationship: #"destinationEntity="E" inverseName="r" inverseEntity="F""#,
            .invalidValue, "its inverse must be of entity 'E', found 'F'"),
        Row(
            relationship: #"destinationEntity="E" deletionRule="Nulify""#, .invalidValue,
            "the rule 'Nulify' is not known; did you mean 'Nullify'?"),
        Row(
            relationship: #"destinationEntity="E" maxCount="3""#, .invalidValue,
            "a relationship that is not to many has a 'maxCount' of 1, found 3"),
        Row(
            relationship: #"destinationEntity="E" minCount="2""#, .invalidValue,
            "a relationship that is not to many has a 'minCount' up to 1, found 2"),
        Row(
            relationship: #"destinationEntity="E" toMany="YES" minCount="4" maxCount="3""#,
            .invalidModel, "no number of objects is at least 4 and at most 3"),
    ]

    @Test func `all of them come in one error, in the order of the lines`() throws {
        let error = try #require(
            #expect(throws: XcodeModelError.self) {
                try Fixtures.version(
                    """
                    <entity name="E" parentEntity="Nobody">
                    <attribute name="a" attributeType="Text" optional="yes"/>
                    <relationship name="r" destinationEntity="Nowhere"/>
                    </entity>
                    """)
            })
        #expect(error.problems.map(\.place.line) == [2, 3, 3, 4])
        #expect(error.description.hasPrefix("The Xcode data model has 4 problems:\n- M, line 2"))
    }

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
        #expect(error.problems.map(\.place.line) == [line])
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
        ] as [(String, XcodeModelError.Code)])
    func `XML of another kind is refused`(xml: String, code: XcodeModelError.Code) throws {
        let error = try #require(
            #expect(throws: XcodeModelError.self) {
                try XcodeModelVersion("M", contents: Array(xml.utf8))
            })
        #expect(error.problems.map(\.code) == [code])
    }
}
