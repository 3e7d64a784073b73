import ObjectGraph
import Testing

/// Damage of a store by another program, with the lines of the report.
package struct IntegrityDamage: Sendable, CustomTestStringConvertible {
    package let sql: [String]
    package let lines: [String]
    package let left: [String]
    package var testDescription: String { sql.joined(separator: "; ") }

    private init(_ sql: String..., lines: [String], left: [String] = []) {
        (self.sql, self.lines, self.left) = (sql, lines, left)
    }

    /// Fills a store with the objects that are to be damaged.
    package static func fill(_ fixture: StoreFixture) throws {
        try fixture.insert("Person", ["name": "Ben"])
        try fixture.insert("Author", ["name": "Anna"])
        for title in ["Maps", "Graphs"] { try fixture.insert("Article", ["title": .string(title)]) }
        try fixture.insert("Cover")
        try fixture.insert("Tag", ["name": "a"])
    }

    /// All damages, each with its statements, and with the lines of the report and of one after a
    /// repair.
    package static let all = [
        IntegrityDamage(
            "UPDATE \"Article\" SET author = 99 WHERE \"_id\" = 1",
            lines: [
                "brokenReference: Article/1.author: Person/99 is not there, or no Author; repair: "
                    + "the reference is cleared"
            ]),
        // Person/1 exists, but is not an author.
        IntegrityDamage(
            "UPDATE \"Article\" SET author = 1 WHERE \"_id\" = 1",
            lines: [
                "brokenReference: Article/1.author: Person/1 is not there, or no Author; repair: "
                    + "the reference is cleared"
            ]),
        IntegrityDamage(
            "INSERT INTO \"Article_related\" VALUES (1, 77)",
            lines: [
                "brokenLink: Article/1.related: in the link to Article/77, one of the ends is not "
                    + "there, or of another entity; repair: the link is removed"
            ]),
        IntegrityDamage(
            "INSERT INTO \"Person_friends\" VALUES (1, 2)",
            lines: [
                "oneSidedLink: Person/1.friends: in the link to Person/2, the link back is missing; "
                    + "repair: the link back is made"
            ]),
        IntegrityDamage(
            "UPDATE \"Article\" SET author = 2, author_position = 4",
            lines: [
                "unclearOrder: Person/2.articles: two objects have the same place; repair: places "
                    + "are given anew, older objects first among equals"
            ]),
        IntegrityDamage(
            "UPDATE \"Article\" SET cover = 1",
            lines: ["sharedPartner: Cover/1.article: several objects have it as their cover"],
            left: ["sharedPartner: Cover/1.article: several objects have it as their cover"]),
        IntegrityDamage(
            "UPDATE \"Person\" SET \"_entity\" = 'Ghost' WHERE \"_id\" = 1",
            lines: [
                "unknownEntity: Person/1: the row is of an entity that the model does not have "
                    + "here, or has as abstract"
            ],
            left: [
                "unknownEntity: Person/1: the row is of an entity that the model does not have "
                    + "here, or has as abstract"
            ]),
        IntegrityDamage(
            "UPDATE mercator_sequence SET next = 1 WHERE entity = 'Article'",
            lines: [
                "lateSequence: Article: the next number is 1, but Article/2 exists; repair: the "
                    + "next number becomes 3"
            ]),
        IntegrityDamage(
            "UPDATE mercator_sequence SET next = 2 WHERE entity = 'Article'",
            lines: [
                "lateSequence: Article: the next number is 2, but Article/2 exists; repair: the "
                    + "next number becomes 3"
            ]),
        IntegrityDamage(
            "UPDATE mercator_sequence SET next = 3 WHERE entity = 'Article'", lines: []),
        IntegrityDamage(
            "DROP INDEX \"Tag_by_name\"", "INSERT INTO \"Tag\" VALUES (2, 1, 'a')",
            "UPDATE mercator_sequence SET next = 9 WHERE entity = 'Tag'",
            lines: ["sharedKey: Tag/1.name: 2 objects share what must be unique in Tag"],
            left: ["sharedKey: Tag/1.name: 2 objects share what must be unique in Tag"]),
    ]
}
