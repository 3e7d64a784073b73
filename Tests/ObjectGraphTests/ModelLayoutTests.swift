import ObjectGraph
import TestSupport
import Testing

@Suite("Layouts of a model")
struct ModelLayoutTests {
    private func relationship(
        _ model: ManagedObjectModel, _ entity: String, _ name: String
    ) throws -> RelationshipLayout {
        let index = try #require(model.index(ofEntity: entity))
        return try #require(model.relationship(named: name, of: index))
    }

    private func pair(
        _ left: RelationshipDescription, _ right: RelationshipDescription?
    ) throws -> (RelationshipLayout, RelationshipLayout?) {
        let model = try ManagedObjectModel([
            EntityDescription("A", relationships: [left]),
            EntityDescription("B", relationships: right.map { [$0] } ?? []),
        ])
        let other = try right.map { try relationship(model, "B", $0.name) }
        return (try relationship(model, "A", left.name), other)
    }

    @Test func `complete an inverse that only one end names`() throws {
        let (left, right) = try pair(.toMany("bs", "B"), .toOne("a", "A", inverse: "bs"))
        #expect(left.inverse == right?.index)
        #expect(right?.inverse == left.index)
        #expect(left.description.inverse == "a")
    }

    @Test func `complete an inverse that an ancestor declares`() throws {
        let model = try ManagedObjectModel([
            EntityDescription("Base", relationships: [.toMany("notes", "Note")]),
            EntityDescription("Sub", parent: "Base"),
            EntityDescription("Note", relationships: [.toOne("owner", "Base", inverse: "notes")]),
        ])
        let notes = try relationship(model, "Sub", "notes")
        #expect(notes.inverse == (try relationship(model, "Note", "owner")).index)
        #expect(model["Sub"]?.relationship(named: "notes")?.inverse == "owner")
    }

    @Test func `keep a to-one as a reference, and its inverse nowhere`() throws {
        let (left, right) = try pair(.toMany("bs", "B", inverse: "a"), .toOne("a", "A"))
        #expect(right?.storage == .reference(slot: 0))
        #expect(left.storage == .inverseReference(of: 1))
    }

    @Test func `keep a one-to-one at the end declared first`() throws {
        let (left, right) = try pair(.toOne("b", "B", inverse: "a"), .toOne("a", "A"))
        #expect(left.storage == .reference(slot: 0))
        #expect(right?.storage == .inverseReference(of: 0))
    }

    @Test func `keep relationships without inverse as references or links`() throws {
        #expect(try pair(.toOne("b", "B"), nil).0.storage == .reference(slot: 0))
        #expect(try pair(.toMany("bs", "B"), nil).0.storage == .links)
    }

    @Test(arguments: [
        (false, false, true), (true, true, true), (true, false, true), (false, true, false),
    ])
    func `keep many-to-many at the ordered end, else the first`(
        isLeftOrdered: Bool, isRightOrdered: Bool, isLeftHome: Bool
    ) throws {
        let (left, right) = try pair(
            .toMany("bs", "B", inverse: "as", isOrdered: isLeftOrdered),
            .toMany("as", "A", isOrdered: isRightOrdered))
        #expect(left.storage == (isLeftHome ? .links : .inverseLinks(of: 1)))
        #expect(right?.storage == (isLeftHome ? .inverseLinks(of: 0) : .links))
    }

    @Test func `take a relationship that is its own inverse for symmetric`() throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "A",
                relationships: [
                    .toMany("friends", "A", inverse: "friends"),
                    .toOne("spouse", "A", inverse: "spouse"),
                ])
        ])
        let friends = try relationship(model, "A", "friends")
        let spouse = try relationship(model, "A", "spouse")
        #expect(friends.isSymmetric && friends.storage == .links)
        #expect(spouse.isSymmetric && spouse.storage == .reference(slot: 0))
    }

    @Test func `give an ordered inverse a slot for the place`() throws {
        let model = try ContractModel.make()
        let article = try #require(model.layout(named: "Article"))
        let author = try relationship(model, "Article", "author")
        let slot = try #require(article.slotIndexes["author"])
        #expect(article.slots[slot].content == .reference(relationship: author.index))
        #expect(article.slots[slot + 1].content == .position(relationship: author.index))
        #expect(article.slots[slot + 1].name == "author_position")
    }

    @Test func `make the slots of an ancestor a prefix`() throws {
        let model = try ContractModel.make()
        let person = try #require(model.layout(named: "Person"))
        let author = try #require(model.layout(named: "Author"))
        #expect(Array(author.slots.prefix(person.slots.count)) == person.slots)
        #expect(author.root == person.index && person.root == person.index)
        #expect(person.family == [person.index, author.index] && author.family == [author.index])
        #expect(person.includes(author.index) && !author.includes(person.index))
        #expect(author.relationships.starts(with: person.relationships))
        #expect(model["Author"]?.attributes.first?.name == "name")
    }

    @Test func `describe parents that come after their children`() throws {
        let model = try ManagedObjectModel([
            EntityDescription("C", parent: "B", attributes: [.init("c", .string)]),
            EntityDescription("B", parent: "A", attributes: [.init("b", .string)]),
            EntityDescription("A", isAbstract: true, attributes: [.init("a", .string)]),
        ])
        let layout = try #require(model.layout(named: "C"))
        #expect(layout.slots.map(\.name) == ["a", "b", "c"])
        #expect(layout.root == 2)
        #expect(model["C"]?.ancestors.map(\.name) == ["B", "A"])
        #expect(model.layouts[2].isAbstract)
    }

    @Test func `start rows with normalised defaults`() throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "A",
                attributes: [
                    .init("rating", .double, defaultValue: 3), .init("name", .string),
                    .init("list", .array, defaultValue: [.date(.distantPast)]),
                ])
        ])
        #expect(model.layouts[0].defaults == Row([3.0, .null, ["0001-01-01T00:00:00Z"]]))
    }

    @Test func `know what is unique, each at its owner`() throws {
        let model = try ContractModel.make()
        let person = try #require(model.layout(named: "Person"))
        let author = try #require(model.layout(named: "Author"))
        #expect(person.uniqueness.map { $0.map { person.slots[$0].name } } == [["email"]])
        #expect(
            author.uniqueness.map { $0.map { author.slots[$0].name } }
                == [["penName"], ["agency", "contract"]])
    }
}
