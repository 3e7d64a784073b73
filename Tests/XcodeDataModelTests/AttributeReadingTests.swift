import Foundation
import ObjectGraph
import Testing
import XcodeDataModel

@Suite("Reading attributes of Xcode's models")
struct AttributeReadingTests {
    /// XML attributes and the expected description.
    struct Row: CustomTestStringConvertible {
        let xml: String
        let expected: AttributeDescription

        var testDescription: String { xml }

        init(
            _ xml: String, _ type: AttributeType, isOptional: Bool = false,
            _ defaultValue: Value = .null, rules: [ValueRule] = [], earlier: String? = nil
        ) {
            self.xml = xml
            expected = AttributeDescription(
                "a", type, isOptional: isOptional, defaultValue: defaultValue, rules: rules,
                renamingIdentifier: earlier)
        }
    }

    @Test(arguments: [
        Row(#"attributeType="Boolean" defaultValueString="YES""#, .boolean, true),
        Row(#"attributeType="Boolean" defaultValueString="0""#, .boolean, false),
        Row(#"attributeType="Integer 16" optional="YES""#, .integer16, isOptional: true),
        Row(#"attributeType="Integer 16" optional="NO""#, .integer16),
        Row(#"attributeType="Integer 32" defaultValueString="0.0""#, .integer32, 0),
        Row(
            #"attributeType="Integer 64" defaultValueString="-9223372036854775808""#, .integer64,
            .integer(.min)),
        Row(#"attributeType="Float" defaultValueString="1e3""#, .float, 1000.0),
        Row(#"attributeType="Double" defaultValueString="7""#, .double, 7.0),
        Row(
            #"attributeType="Decimal" defaultValueString="12345678901234567890.5""#, .decimal,
            Decimal(string: "12345678901234567890.5")?.attributeValue ?? .null),
        Row(#"attributeType="String" defaultValueString="""#, .string, ""),
        Row(#"attributeType="String" defaultValueString=" a&#10;b ""#, .string, " a\nb "),
        Row(#"attributeType="URI""#, .url), Row(#"attributeType="UUID""#, .uuid),
        Row(#"attributeType="Binary" storedInExternalRecord="YES""#, .data),
        Row(
            #"attributeType="Date" defaultDateTimeInterval="-0.5""#, .date,
            Timestamp("2000-12-31T23:59:59.5Z")?.attributeValue ?? .null),
        Row(
            #"attributeType="Date" defaultValueString="2012-06-01T10:00:00Z""#, .date,
            Timestamp("2012-06-01T10:00:00Z")?.attributeValue ?? .null),
        Row(
            #"attributeType="Date" minDateTimeInterval="0" maxDateTimeInterval="86400""#, .date,
            rules: [
                .atLeast(Timestamp("2001-01-01")?.attributeValue ?? .null),
                .atMost(Timestamp("2001-01-02")?.attributeValue ?? .null),
            ]),
        Row(
            #"attributeType="Integer 16" minValueString="-1" maxValueString="70000""#, .integer16,
            rules: [.atLeast(-1), .atMost(70_000)]),
        Row(
            #"attributeType="String" minValueString="0" regularExpressionString="\d+|[a-z]{2,}""#,
            .string, rules: [.minimumLength(0), .matches(#"\d+|[a-z]{2,}"#)]),
        Row(#"attributeType="Integer 32" defaultValueString="NO""#, .integer32, 0),
        Row(#"attributeType="Boolean" defaultValueString="No""#, .boolean, false),
        Row(#"attributeType="Boolean" defaultValueString="1.0""#, .boolean, true),
        Row(#"attributeType="UUID" defaultValueString="""#, .uuid),
        Row(#"attributeType="Decimal" defaultValueString="" minValueString="""#, .decimal),
        Row(#"attributeType="Date" defaultValueString="" minDateTimeInterval="""#, .date),
        Row(
            #"attributeType="String" minValueString="2.0" maxValueString="""#, .string,
            rules: [.minimumLength(2)]),
        Row(#"attributeType="String" elementID="b""#, .string, earlier: "b"),
        Row(#"attributeType="String" renamingIdentifier="b""#, .string, earlier: "b"),
        Row(#"attributeType="String" elementID="a""#, .string),
        Row(#"attributeType="String" syncable="YES" usesScalarValueType="NO""#, .string),
    ])
    func `each type with its default and rules`(row: Row) throws {
        let version = try Fixtures.version(
            "<entity name=\"E\"><attribute name=\"a\" \(row.xml)/></entity>")
        #expect(version.model["E"]?.declaredAttributes == [row.expected])
        #expect(version.differences.isEmpty)
    }

    @Test(
        arguments: [
            (#"attributeType="Transformable""#, .data),
            (#"attributeType="Transformable" customClassName="UIColor""#, .data),
            (#"attributeType="Transformable" customClassName="[String]""#, .array),
            (#"attributeType="Transformable" customClassName="[String: [Int]]""#, .dictionary),
            (#"attributeType="Transformable" customClassName="NSDictionary""#, .dictionary),
            (#"attributeType="Transformable" customClassName="[[String: Int]]""#, .array),
            (
                #"attributeType="Transformable" customClassName="[Set&lt;Int>: [Int]]?""#,
                .dictionary
            ),
            (#"attributeType="Transformable" customClassName="Swift.Array&lt;Int>""#, .array),
            (#"attributeType="Transformable" customClassName="NSMutableOrderedSet""#, .array),
            (#"attributeType="Transformable" customClassName="NSArray&lt;NSURL *&gt; *""#, .array),
            (#"attributeType="Transformable" customClassName="Arrayable""#, .data),
            (#"attributeType="Transformable" defaultValueString="""#, .data),
            (#"attributeType="Composite""#, .dictionary),
            (#"attributeType="Date" defaultValueString="tomorrow""#, .date),
            (#"attributeType="String" regularExpressionString="(?=a)""#, .string),
            (#"attributeType="String" futureSwitch="YES""#, .string),
            (#"attributeType="Boolean" maxValueString="1""#, .boolean),
            (#"attributeType="Binary" defaultValueString="x""#, .data),
            (#"attributeType="String" transient="YES""#, .string),
            (#"attributeType="Date" derived="YES" derivationExpression="now()""#, .date),
        ] as [(String, AttributeType)])
    func `attributes with another form are reported`(xml: String, type: AttributeType) throws {
        let version = try Fixtures.version(
            "<entity name=\"E\">\n<attribute name=\"a\" \(xml)/></entity>")
        let attribute = try #require(version.model["E"]?.declaredAttributes.first)
        #expect(attribute.type == type)
        #expect(attribute.defaultValue.isNull)
        #expect(attribute.rules.isEmpty)
        #expect(version.differences.map(\.location.line) == [3])
    }

    @Test(arguments: ["Undefined", "Object ID"])
    func `transient attributes are omitted and reported`(type: String) throws {
        let version = try Fixtures.version(
            #"<entity name="E"><attribute name="a" attributeType="\#(type)" transient="YES"/>"#
                + "</entity>")
        #expect(version.model["E"]?.declaredAttributes == [])
        #expect(version.differences.count == 1)
    }
}
