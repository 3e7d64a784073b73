import ObjectGraph
import Testing
import XcodeDataModel

@Suite("Reading relationships of Xcode's models")
struct RelationshipReadingTests {
    /// XML attributes and the expected description.
    struct Row: CustomTestStringConvertible {
        let xml: String
        let expected: RelationshipDescription

        var testDescription: String { xml }

        init(_ xml: String, _ expected: RelationshipDescription) {
            self.xml = xml
            self.expected = expected
        }
    }

    @Test(arguments: [
        Row(#"maxCount="1""#, .toOne("r", "D", isOptional: false)),
        Row(#"optional="YES" minCount="1" maxCount="1""#, .toOne("r", "D")),
        Row(#"optional="YES""#, .toOne("r", "D")),
        Row(#"optional="YES" toMany="YES""#, .toMany("r", "D")),
        Row(#"toMany="YES" minCount="2""#, .toMany("r", "D", isOptional: false, minCount: 2)),
        Row(
            #"optional="YES" toMany="YES" minCount="2" maxCount="5""#,
            .toMany("r", "D", minCount: 2, maxCount: 5)),
        Row(#"optional="YES" toMany="YES" maxCount="0""#, .toMany("r", "D")),
        Row(#"optional="YES" toMany="YES" ordered="YES""#, .toMany("r", "D", isOrdered: true)),
        Row(#"optional="YES" deletionRule="Nullify""#, .toOne("r", "D")),
        Row(#"optional="YES" deletionRule="Cascade""#, .toOne("r", "D", deleteRule: .cascade)),
        Row(#"optional="YES" deletionRule="Deny""#, .toOne("r", "D", deleteRule: .deny)),
        Row(#"optional="YES" deletionRule="No Action""#, .toOne("r", "D", deleteRule: .noAction)),
        Row(
            #"optional="YES" inverseName="back" inverseEntity="D""#,
            .toOne("r", "D", inverse: "back")),
        Row(#"optional="YES" elementID="old""#, .toOne("r", "D", renamingIdentifier: "old")),
    ])
    func `each with its numbers, rules and ways back`(row: Row) throws {
        let version = try Fixtures.version(
            """
            <entity name="E"><relationship name="r" destinationEntity="D" \(row.xml)/></entity>
            <entity name="D"><relationship name="back" optional="YES" destinationEntity="E"/></entity>
            """)
        #expect(version.model["E"]?.declaredRelationships == [row.expected])
        #expect(version.differences.isEmpty)
    }

    @Test func `annotations are kept, and a transient one is reported`() throws {
        let version = try Fixtures.version(
            """
            <entity name="E">
            <relationship name="r" optional="YES" transient="YES" destinationEntity="E"><userInfo>
            <entry key="k" value="v"/><entry key="empty"/></userInfo></relationship></entity>
            """)
        let relationship = try #require(version.model["E"]?.relationship(named: "r"))
        #expect(relationship.userInfo == ["k": "v", "empty": ""])
        #expect(version.differences.map(\.location.line) == [3])
    }

    @Test func `empty settings are omitted and reported`() throws {
        let version = try Fixtures.version(
            """
            <entity name="E">
            <relationship name="r" maxCount="0" ordered="YES" destinationEntity="E"/>
            <userInfo>
            <entry key="" value="v"/></userInfo></entity>
            """)
        #expect(
            version.model["E"]?.declaredRelationships == [.toOne("r", "E", isOptional: false)])
        #expect(version.model["E"]?.userInfo == [:])
        #expect(
            version.differences.map(\.description) == [
                "M, line 3, relationship 'r' of entity 'E': "
                    + "one object has no order; 'ordered' is left out",
                "M, line 5, entity 'E': an entry of its user info has no key; it is left out",
            ])
    }
}
