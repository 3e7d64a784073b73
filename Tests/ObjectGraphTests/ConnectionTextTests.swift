import ObjectGraph
import Testing

@Suite("The text of a connection")
struct ConnectionTextTests {
    private static let predicates: [EntityPredicate] = [
        .true, .attribute("isGone") == false, .attribute("author.name").begins(with: "a\"b'\\"),
        .any("tags", .attribute("name").isIn(["x", "y"])) || !(.attribute("rating") > 3.5),
        .isObject(ManagedObjectID(entityName: "Article", number: 7)),
        (0..<24).reduce(.attribute("a") == 1) { inner, _ in !(inner && .attribute("b") == 2) },
    ]

    @Test(arguments: predicates)
    func `says a predicate in its own language, and reads it again`(
        predicate: EntityPredicate
    ) throws {
        let connection = ConnectionDescription(
            entity: "Article", relationship: "author", connectedBy: ["authorID": "personID"],
            sourcePredicate: predicate)
        let text = try connection.text()
        #expect(try ConnectionDescription(text: text) == connection)
    }

    @Test func `is readable`() throws {
        let connection = ConnectionDescription(
            entity: "Article", relationship: "editor", keyPath: "section.editor",
            sourcePredicate: .attribute("isGone") == false)
        #expect(
            try connection.text() == """
                {"destinationPredicate":"TRUEPREDICATE","entity":"Article",\
                "includesSubentities":true,"keyPath":{"components":["section","editor"]},"keys":[],\
                "onMissing":"clear","relationship":"editor","sourcePredicate":"isGone == FALSE"}
                """)
    }

    @Test func `that an earlier version has written is read`() throws {
        let old = """
            {"destinationPredicate":{"node":{"constant":{"_0":true}}},"entity":"Article",\
            "includesSubentities":true,"keys":[{"destination":"personID","source":"authorID"}],\
            "onMissing":"keep","relationship":"author","sourcePredicate":{"node":{"comparison":\
            {"_0":{"components":["rating"]},"_1":"greater","_2":{"integer":{"_0":3}}}}}}
            """
        let connection = ConnectionDescription(
            entity: "Article", relationship: "author", connectedBy: ["authorID": "personID"],
            sourcePredicate: .attribute("rating") > 3)
        #expect(try ConnectionDescription(text: old) == connection)
    }
}
