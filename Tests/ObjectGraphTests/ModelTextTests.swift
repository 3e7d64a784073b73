import ObjectGraph
import Testing

@Suite("The text of a model")
struct ModelTextTests {
    private static let bytes: Value = .data([0, 255, 16])

    private static let entities = [
        EntityDescription(
            "Item", isAbstract: true,
            attributes: [
                AttributeDescription(
                    "itemID", .integer64, isOptional: false, isUnique: true,
                    userInfo: ["JSONKeyPath": "id", "$date": "no date"]),
                AttributeDescription(
                    "rating", .integer16, defaultValue: 3,
                    rules: [.atLeast(1), .atMost(5)], renamingIdentifier: "stars"),
                AttributeDescription(
                    "code", .string, defaultValue: "\"\u{0}\n",
                    rules: [.minimumLength(1), .maximumLength(9), .matches("[A-Z]+")]),
                AttributeDescription("share", .double, defaultValue: 1.0),
            ],
            relationships: [
                .toOne("box", "Box", inverse: "items", isOptional: false, deleteRule: .deny)
            ], uniquenessConstraints: [["code", "rating"]],
            userInfo: ["identificationAttributes": ["itemID"], "raw": bytes],
            renamingIdentifier: "Thing"),
        EntityDescription(
            "Book", parent: "Item",
            attributes: [
                AttributeDescription(
                    "day", .date,
                    defaultValue: Timestamp("2026-11-22T10:00:00.5Z").map(Value.date)
                        ?? .null),
                AttributeDescription("cover", .data, defaultValue: bytes),
                AttributeDescription(
                    "price", .decimal, defaultValue: Value(storedDecimal: "12.30") ?? .null),
                AttributeDescription(
                    "key", .uuid,
                    defaultValue: Value(storedUUID: "00000000-0000-0000-0000-00000000000A")
                        ?? .null),
                AttributeDescription(
                    "tags", .array, defaultValue: .array(["a", 1, 2.5, true, .null])),
                AttributeDescription(
                    "rest", .dictionary, defaultValue: .dictionary(["$uuid": "none"])),
            ]),
        EntityDescription(
            "Box",
            relationships: [
                .toMany(
                    "items", "Item", isOrdered: true, minCount: 1, maxCount: 7,
                    deleteRule: .cascade, userInfo: ["a": 1], renamingIdentifier: "things")
            ]),
    ]

    @Test func `a model is read as it was written`() throws {
        let model = try ManagedObjectModel(Self.entities)
        let read = try #require(ManagedObjectModel.reading(model.text))
        #expect(read == model)
        #expect(read.text == model.text)
        #expect(
            read["Book"]?.attribute(named: "price")?.defaultValue == Value(storedDecimal: "12.3"))
    }

    @Test func `what is not said is as by default`() throws {
        let model = try ManagedObjectModel([
            EntityDescription("A", attributes: [AttributeDescription("x", .string)])
        ])
        #expect(
            model.text
                == #"{"entities":[{"attributes":[{"name":"x","type":"string"}],"name":"A"}],"#
                + #""version":1}"#)
    }

    @Test(
        arguments: [
            "", "{}", "[]", #"{"version":2,"entities":[]}"#, #"{"version":1}"#,
            #"{"version":1,"entities":[{}]}"#,
            #"{"version":1,"entities":[{"name":"A","attributes":[{"name":"x","type":"colour"}]}]}"#,
            #"{"version":1,"entities":[{"name":"A","relationships":[{"name":"x","to":"B"}]}]}"#,
        ])
    func `a text that no model has is not read`(text: String) {
        #expect(ManagedObjectModel.reading(text) == nil)
    }
}
