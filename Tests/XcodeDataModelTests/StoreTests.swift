import ObjectGraph
import TestSupport
import Testing
import XcodeDataModel

@Suite("Stores for Xcode's models")
struct StoreTests {
    /// Elements of a model that are difficult for stores.
    struct Row: CustomTestStringConvertible {
        let testDescription: String
        let xml: String

        init(_ description: String, _ xml: String) {
            testDescription = description
            self.xml = xml
        }
    }

    private static func entity(_ name: String, _ attributes: [String], parent: String = "")
        -> String
    {
        let elements = attributes.map {
            "<attribute name=\"\($0)\" optional=\"YES\" attributeType=\"String\"/>"
        }
        return "<entity name=\"\(name)\" parentEntity=\"\(parent)\">\(elements.joined())</entity>"
    }

    private static let rows = [
        Row(
            "words of SQL",
            entity(
                "Order",
                [
                    "id", "order", "group", "select", "rowid", "oid", "_rowid_", "index", "default",
                    "hash", "description", "objectID", "entity", "type", "key", "value",
                ]) + entity("Table", ["from"]) + entity("sqlite_master", ["name"])),
        Row(
            "names that are no words",
            entity("Straße", ["größe", "名前", "🙂", "with space", "a-b", "it's", "back`tick", "2d"])
                + entity("O'Neil &quot;x&quot;", ["quo&quot;te"])),
        Row("many attributes", entity("Wide", (0..<600).map { "attribute\($0)" })),
        Row(
            "many levels",
            (0..<30).map { level in
                entity("L\(level)", ["a\(level)"], parent: level == 0 ? "" : "L\(level - 1)")
            }.joined()),
        Row("no properties", entity("A", []) + entity("B", [], parent: "A")),
    ]

    @Test(arguments: StoreKind.allCases, rows)
    func `whatever can be read can be stored`(store: StoreKind, row: Row) throws {
        let model = try Fixtures.version(row.xml).model
        try store.withContainer(model) { container throws in
            try container.perform { context throws in
                for entity in model.entities {
                    let object = context.insert(entity.name)
                    for attribute in entity.attributes { object[attribute.name] = "text" }
                }
                try context.save()
            }
            try container.perform { context throws in
                for entity in model.entities {
                    let objects = try context.fetch(FetchRequest(entity.name))
                    #expect(!objects.isEmpty)
                    for attribute in entity.attributes {
                        #expect(objects.allSatisfy { $0[attribute.name] == "text" })
                    }
                }
            }
        }
    }
}
