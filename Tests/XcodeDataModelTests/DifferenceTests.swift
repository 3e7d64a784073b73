import ObjectGraph
import Testing
import XcodeDataModel

@Suite("Unsupported parts of a model are omitted and reported")
struct DifferenceTests {
    /// Elements, the expected difference, and the elements without the omitted part.
    struct Row: CustomTestStringConvertible {
        let xml: String
        let difference: String
        let rest: String

        var testDescription: String { difference }

        init(_ xml: String, _ difference: String, rest: String) {
            self.xml = xml
            self.difference = difference
            self.rest = rest
        }

        /// Creates a case for an attribute in line 3; `rest` has its remaining XML attributes,
        /// if any remain.
        init(attribute xml: String, _ difference: String, rest: String? = nil) {
            let attribute = rest.map { "<attribute name=\"a\" \($0)/>" } ?? ""
            self.init(
                "<entity name=\"E\">\n<attribute name=\"a\" \(xml)/></entity>",
                "M, line 3, attribute 'a' of entity 'E': \(difference)",
                rest: "<entity name=\"E\">\(attribute)</entity>")
        }

        /// Creates a case for a relationship in line 3; `rest` has its remaining XML attributes,
        /// if any remain.
        init(relationship xml: String, _ difference: String, rest: String? = nil) {
            let relationship = rest.map { "<relationship name=\"r\" \($0)/>" } ?? ""
            self.init(
                "<entity name=\"E\">\n<relationship name=\"r\" \(xml)/></entity>",
                "M, line 3, relationship 'r' of entity 'E': \(difference)",
                rest: "<entity name=\"E\">\(relationship)</entity>")
        }
    }

    @Test(arguments: elements + families + attributes + values + relationships)
    func `the rest is the model without it`(row: Row) throws {
        let version = try Fixtures.version(row.xml)
        #expect(version.differences.map(\.description) == [row.difference])
        #expect(version.differences.map(\.code) == [.omitted])
        let rest = try Fixtures.version(row.rest)
        #expect(rest.differences.isEmpty)
        #expect(version.model.entities == rest.model.entities)
        #expect(version.configurations == rest.configurations)
        #expect(version.fetchRequests == rest.fetchRequests)
        #expect(version.fetchedProperties == rest.fetchedProperties)
        #expect(version.fetchIndexes == rest.fetchIndexes)
        #expect(version.classNames == rest.classNames)
    }

    @Test func `all of them come in the order of the lines`() throws {
        let version = try Fixtures.version(
            """
            <entity name="E" parentEntity="Nobody">
            <attribute name="a" attributeType="Text" optional="yes"/>
            <relationship name="r" destinationEntity="Nowhere"/>
            <attribute name="b" attributeType="String"/>
            </entity>
            """)
        #expect(version.differences.map(\.location.line) == [2, 3, 4])
        #expect(
            version.model.entities == [
                EntityDescription(
                    "E", attributes: [AttributeDescription("b", .string, isOptional: false)])
            ])
    }

    @Test func `a message quotes long values in part`() throws {
        let value = String(repeating: "long", count: 10_000)
        let version = try Fixtures.version(
            #"<entity name="E"><attribute name="a" attributeType="\#(value)"/></entity>"#)
        let difference = try #require(version.differences.first)
        #expect(difference.description.count < 200)
    }
}

extension DifferenceTests {
    private static let elements = [
        Row(
            "<entitiy name=\"E\"/>",
            "M, line 2, model: an element 'entitiy' in 'model' is not known; did you mean "
                + "'entity'? It is left out", rest: ""),
        Row(
            "<entity name=\"E\" isAbstrakt=\"YES\"/>",
            "M, line 2, entity 'E': the attribute 'isAbstrakt' of 'entity' is not known; "
                + "did you mean 'isAbstract'? It is left out", rest: "<entity name=\"E\"/>"),
        Row(
            "<entity name=\"E\" futureSwitch=\"YES\"/>",
            "M, line 2, entity 'E': the attribute 'futureSwitch' of 'entity' is not known; "
                + "it is left out", rest: "<entity name=\"E\"/>"),
        Row(
            "<entity name=\"E\" isAbstract=\"true\"/>",
            "M, line 2, entity 'E': 'isAbstract' must be YES or NO, found 'true'; it is left out",
            rest: "<entity name=\"E\"/>"),
        Row(
            "<entity name=\"E\"><userInfo><entry key=\"k\" value=\"1\"/>\n<entry key=\"k\"/>"
                + "</userInfo></entity>",
            "M, line 3, entity 'E': another entry of its user info has the key 'k'; "
                + "it is left out",
            rest: "<entity name=\"E\"><userInfo><entry key=\"k\" value=\"1\"/></userInfo></entity>"),
        Row(
            "<entity name=\"E\"/>\n<configuration name=\"C\">\n<memberEntity name=\"F\"/>"
                + "<memberEntity name=\"E\"/></configuration>",
            "M, line 4, configuration 'C': there is no entity 'F'; the member is left out",
            rest: "<entity name=\"E\"/><configuration name=\"C\"><memberEntity name=\"E\"/>"
                + "</configuration>"),
        Row(
            "<configuration name=\"C\"/>\n<configuration name=\"C\"><memberEntity/>"
                + "</configuration>",
            "M, line 3, configuration 'C': another configuration has this name already; "
                + "it is left out", rest: "<configuration name=\"C\"/>"),
        Row(
            "<entity name=\"Event\"/>\n<fetchRequest name=\"f\" entity=\"Evnt\"/>",
            "M, line 3, fetch request 'f': there is no entity 'Evnt'; did you mean 'Event'? "
                + "It is left out", rest: "<entity name=\"Event\"/>"),
        Row(
            "<fetchRequest name=\"f\"/>",
            "M, line 2, fetch request 'f': the element 'fetchRequest' needs an attribute 'entity'; "
                + "it is left out", rest: ""),
        Row(
            "<entity name=\"E\"/><fetchRequest name=\"f\" entity=\"E\" fetchLimit=\"-3\"/>",
            "M, line 2, fetch request 'f': 'fetchLimit' must be a whole number from 0, found '-3'; "
                + "it is left out",
            rest: "<entity name=\"E\"/><fetchRequest name=\"f\" entity=\"E\"/>"),
        Row(
            "<entity name=\"E\"><fetchedProperty name=\"f\"/></entity>",
            "M, line 2, fetched property 'f' of entity 'E': it needs a 'fetchRequest'; "
                + "it is left out", rest: "<entity name=\"E\"/>"),
        Row(
            "<entity name=\"E\"><fetchIndex name=\"i\">\n<fetchIndexElement/></fetchIndex></entity>",
            "M, line 3, fetch index 'i' of entity 'E': a part of it needs a 'property' or an "
                + "'expression'; the index is left out", rest: "<entity name=\"E\"/>"),
        Row(
            "<entity name=\"E\"><fetchIndex name=\"i\">\n"
                + "<fetchIndexElement property=\"a\" type=\"Hash\"/></fetchIndex></entity>",
            "M, line 3, fetch index 'i' of entity 'E': 'type' must be Binary or RTree, "
                + "found 'Hash'; the index is left out", rest: "<entity name=\"E\"/>"),
    ]

    private static let families = [
        Row(
            "<entity/>",
            "M, line 2, entity '': the element 'entity' needs an attribute 'name'; it is left out",
            rest: ""),
        Row(
            "<entity name=\"E\"/>\n<entity name=\"e\" representedClassName=\"Other\"/>",
            "M, line 3, entity 'e': another entity has this name already; names ignore case; "
                + "it is left out", rest: "<entity name=\"E\"/>"),
        Row(
            "<entity name=\"E\" parentEntity=\"F\"/>",
            "M, line 2, entity 'E': its parent 'F' is not in the model; the parent is left out",
            rest: "<entity name=\"E\"/>"),
        Row(
            "<entity name=\"E\" parentEntity=\"F\"/>\n<entity name=\"F\" parentEntity=\"E\"/>",
            "M, line 3, entity 'F': it inherits from itself through 'E'; the parent is left out",
            rest: "<entity name=\"E\" parentEntity=\"F\"/><entity name=\"F\"/>"),
        Row(
            """
            <entity name="E"><attribute name="a" attributeType="Date"/></entity>
            <entity name="F" parentEntity="E"><attribute name="a" attributeType="String"/></entity>
            """,
            "M, line 3, attribute 'a' of entity 'F': 'E' has a property of this name; "
                + "names ignore case; it is left out",
            rest: """
                <entity name="E"><attribute name="a" attributeType="Date"/></entity>
                <entity name="F" parentEntity="E"/>
                """),
        Row(
            """
            <entity name="E"><attribute name="a" attributeType="Date"/>
            <relationship name="A" destinationEntity="E"/></entity>
            """,
            "M, line 3, relationship 'A' of entity 'E': another property has this name already; "
                + "names ignore case; it is left out",
            rest: "<entity name=\"E\"><attribute name=\"a\" attributeType=\"Date\"/></entity>"),
        Row(
            """
            <entity name="E"><uniquenessConstraints><uniquenessConstraint>
            <constraint value="id"/></uniquenessConstraint></uniquenessConstraints></entity>
            """,
            "M, line 2, constraint 'id' of entity 'E': a uniqueness constraint needs an attribute; "
                + "the constraint is left out", rest: "<entity name=\"E\"/>"),
        Row(
            """
            <entity name="Tag"><attribute name="name" attributeType="String"/>
            <relationship name="channel" maxCount="1" destinationEntity="Tag"/>
            <uniquenessConstraints>
            <uniquenessConstraint><constraint value="name"/><constraint value="channel"/>
            </uniquenessConstraint>
            <uniquenessConstraint><constraint value="name"/></uniquenessConstraint>
            </uniquenessConstraints></entity>
            """,
            "M, line 5, constraint 'name, channel' of entity 'Tag': a uniqueness constraint needs "
                + "an attribute; the constraint is left out",
            rest: """
                <entity name="Tag"><attribute name="name" attributeType="String"/>
                <relationship name="channel" maxCount="1" destinationEntity="Tag"/>
                <uniquenessConstraints><uniquenessConstraint><constraint value="name"/>
                </uniquenessConstraint></uniquenessConstraints></entity>
                """),
        Row(
            """
            <entity name="E"><uniquenessConstraints>
            <uniquenessConstraint><constraint/></uniquenessConstraint>
            </uniquenessConstraints></entity>
            """,
            "M, line 3, entity 'E': the element 'constraint' needs an attribute 'value'; "
                + "the 'uniquenessConstraint' is left out", rest: "<entity name=\"E\"/>"),
        Row(
            """
            <entity name="E"><uniquenessConstraints>
            <uniquenessConstraint/></uniquenessConstraints></entity>
            """,
            "M, line 3, constraint '' of entity 'E': a uniqueness constraint needs at least one "
                + "attribute; the constraint is left out", rest: "<entity name=\"E\"/>"),
    ]

    private static let attributes = [
        Row(
            attribute: #"attributeType="Integer 46""#,
            "the type 'Integer 46' is not known; did you mean 'Integer 16'? It is left out"),
        Row(
            attribute: #"attributeType="String" optionl="YES""#,
            "the attribute 'optionl' of 'attribute' is not known; did you mean 'optional'? "
                + "It is left out", rest: #"attributeType="String""#),
        Row(
            attribute: #"optional="YES""#,
            "no attribute of a store has the type 'Undefined'; it is left out"),
        Row(
            attribute: #"attributeType="Object ID" transient="YES""#,
            "it has no type that a store can keep; it is left out"),
        Row(
            attribute: #"attributeType="Decimal" minValueString="1,5""#,
            "'minValueString' must be a value of type decimal, found '1,5'; it is left out",
            rest: #"attributeType="Decimal""#),
        Row(
            attribute: #"attributeType="String" maxValueString="-1""#,
            "'maxValueString' must be a whole number from 0, found '-1'; it is left out",
            rest: #"attributeType="String""#),
        Row(
            attribute: #"attributeType="Integer 16" regularExpressionString="a""#,
            "'regularExpressionString' has no meaning for its type; it is left out",
            rest: #"attributeType="Integer 16""#),
        Row(
            attribute: #"attributeType="String" defaultDateTimeInterval="0""#,
            "'defaultDateTimeInterval' has no meaning for its type; it is left out",
            rest: #"attributeType="String""#),
    ]

    /// Defaults left over from another type.
    private static let values: [Row] =
        [
            ("Boolean", "boolean", "maybe"), ("Boolean", "boolean", "2"),
            ("Integer 16", "integer16", "12px"), ("Integer 32", "integer32", "1.5"),
            ("Integer 64", "integer64", "9223372036854775808"), ("Float", "float", "nan"),
            ("Double", "double", "empy"), ("Double", "double", "inf"),
            ("Decimal", "decimal", "1,5"),
            ("UUID", "uuid", "empy"), ("UUID", "uuid", "7"), ("URI", "url", "a b"),
            ("URI", "url", "http://[x"), ("Date", "date", "tomorrow"),
        ].map { (type, name, text) in
            Row(
                attribute:
                    #"optional="YES" attributeType="\#(type)" defaultValueString="\#(text)""#,
                "expected a default of type \(name), found '\(text)'; the default is left out",
                rest: #"optional="YES" attributeType="\#(type)""#)
        } + [
            Row(
                attribute: #"attributeType="Integer 16" defaultValueString="40000""#,
                "expected a default of type integer16, found 40000; the default is left out",
                rest: #"attributeType="Integer 16""#),
            Row(
                attribute: #"attributeType="Float" defaultValueString="1e300""#,
                "expected a default of type float, found 1e+300; the default is left out",
                rest: #"attributeType="Float""#),
            Row(
                attribute: #"attributeType="Date" defaultDateTimeInterval="1e300""#,
                "'defaultDateTimeInterval' must be seconds since 2001, in the years 1 to 9999, "
                    + "found '1e300'; it is left out", rest: #"attributeType="Date""#),
        ]

    private static let relationships = [
        Row(
            relationship: #"toMany="YES""#,
            "the element 'relationship' needs an attribute 'destinationEntity'; it is left out"),
        Row(relationship: #"destinationEntity="F""#, "no entity 'F'; it is left out"),
        Row(
            relationship: #"destinationEntity="E" inverseName="s" inverseEntity="E""#,
            "no relationship 's' in E to be its inverse; the inverse is left out",
            rest: #"destinationEntity="E""#),
        Row(
            relationship: #"destinationEntity="E" inverseName="r" inverseEntity="F""#,
            "its inverse must be of entity 'E', found 'F'; the inverse is left out",
            rest: #"destinationEntity="E""#),
        Row(
            relationship: #"destinationEntity="E" inverseEntity="E""#,
            "there is no 'inverseName'; 'inverseEntity' is left out",
            rest: #"destinationEntity="E""#),
        Row(
            """
            <entity name="Artist">
            <relationship name="thumbnail" destinationEntity="Image" inverseName="thumbnail"
                inverseEntity="Image"/></entity>
            <entity name="Image">
            <relationship name="artist" destinationEntity="Artist" inverseName="thumbnail"
                inverseEntity="Artist"/>
            <relationship name="thumbnail" destinationEntity="Artist" inverseName="thumbnail"
                inverseEntity="Artist"/></entity>
            """,
            "M, line 6, relationship 'artist' of entity 'Image': its inverse Artist.thumbnail "
                + "names 'thumbnail' as the way back; the inverse is left out",
            rest: """
                <entity name="Artist">
                <relationship name="thumbnail" destinationEntity="Image" inverseName="thumbnail"
                    inverseEntity="Image"/></entity>
                <entity name="Image"><relationship name="artist" destinationEntity="Artist"/>
                <relationship name="thumbnail" destinationEntity="Artist" inverseName="thumbnail"
                    inverseEntity="Artist"/></entity>
                """),
        Row(
            relationship: #"destinationEntity="E" deletionRule="Nulify""#,
            "the rule 'Nulify' is not known; did you mean 'Nullify'? It is left out",
            rest: #"destinationEntity="E""#),
        Row(
            relationship: #"destinationEntity="E" maxCount="-1""#,
            "'maxCount' must be a whole number from 0, found '-1'; it is left out",
            rest: #"destinationEntity="E""#),
        Row(
            relationship: #"destinationEntity="E" maxCount="3""#,
            "the 'maxCount' of a relationship that is not to many is at most 1, found 3; "
                + "it is left out", rest: #"destinationEntity="E""#),
        Row(
            relationship: #"destinationEntity="E" minCount="2""#,
            "the 'minCount' of a relationship that is not to many is at most 1, found 2; "
                + "it is left out", rest: #"destinationEntity="E""#),
        Row(
            relationship: #"destinationEntity="E" toMany="YES" minCount="4" maxCount="3""#,
            "no number of objects is at least 4 and at most 3; the number of objects is left out",
            rest: #"destinationEntity="E" toMany="YES""#),
        Row(
            relationship: #"destinationEntity="E" ordered="YES""#,
            "one object has no order; 'ordered' is left out", rest: #"destinationEntity="E""#),
    ]
}
