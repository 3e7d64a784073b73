import ObjectGraph
import Testing
import XcodeDataModel

@Suite("Inheritance in Xcode's models")
struct InheritanceTests {
    @Test func `an attribute that an ancestor has already is declared once`() throws {
        let version = try Fixtures.version(
            """
            <entity name="Cup" parentEntity="Vessel">
            <attribute name="size" attributeType="Double" defaultValueString="2"/></entity>
            <entity name="Vessel" parentEntity="Thing"/>
            <entity name="Thing"><attribute name="size" attributeType="Double"/>
            <uniquenessConstraints><uniquenessConstraint><constraint value="size"/>
            </uniquenessConstraint></uniquenessConstraints></entity>
            """)
        #expect(version.model["Cup"]?.declaredAttributes == [])
        #expect(
            version.model["Cup"]?.attributes == [
                AttributeDescription("size", .double, isOptional: false)
            ])
        #expect(
            version.differences.map(\.description) == [
                "M, line 3, attribute 'size' of entity 'Cup': "
                    + "'Thing' declares it already; that declaration counts"
            ])
    }

    /// XML attributes of the relationships `posts` and `blog`, and the expectation that
    /// they are paired.
    struct Row: CustomTestStringConvertible {
        let posts: String
        let blog: String
        let isPaired: Bool

        var testDescription: String { "\(posts) / \(blog)" }
    }

    @Test(arguments: [
        Row(
            posts: #"destinationEntity="Post" inverseName="blog" inverseEntity="Post""#,
            blog: #"inverseName="posts" inverseEntity="Blog""#, isPaired: true),
        Row(
            posts: #"destinationEntity="Post""#,
            blog: #"inverseName="posts" inverseEntity="Blog""#, isPaired: true),
        Row(
            posts: #"destinationEntity="News" inverseName="blog" inverseEntity="Post""#,
            blog: #"inverseName="posts" inverseEntity="Blog""#, isPaired: false),
        Row(
            posts: #"destinationEntity="News" inverseName="blog" inverseEntity="News""#,
            blog: "", isPaired: false),
        Row(
            posts: #"destinationEntity="News""#,
            blog: #"inverseName="posts" inverseEntity="Blog""#, isPaired: false),
        Row(
            posts: #"destinationEntity="Thing""#,
            blog: #"inverseName="posts" inverseEntity="Blog""#, isPaired: false),
    ])
    func `only relationships between the same two entities are ways back`(row: Row) throws {
        let version = try Fixtures.version(
            """
            <entity name="Thing"/>
            <entity name="Blog">
            <relationship name="posts" optional="YES" toMany="YES" \(row.posts)/></entity>
            <entity name="Post" parentEntity="Thing">
            <relationship name="blog" optional="YES" destinationEntity="Blog" \(row.blog)/></entity>
            <entity name="News" parentEntity="Post"/>
            """)
        let posts = try #require(version.model["Blog"]?.relationship(named: "posts"))
        let blog = try #require(version.model["Post"]?.relationship(named: "blog"))
        #expect(posts.inverse == (row.isPaired ? "blog" : nil))
        #expect(blog.inverse == (row.isPaired ? "posts" : nil))
        #expect(version.differences.isEmpty == row.isPaired)
        #expect(version.differences.allSatisfy { [4, 6].contains($0.location.line) })
    }
}
