import Mercator

/// Saves batches, each of which inserts, updates, links and deletes in one save.
///
/// Batch *n* has 3 + *n* mod 8 items with the value *n*, and each item has two of five tags. Only
/// the newest ``kept`` batches remain. The ledger contains the number of the last batch.
struct SavingScenario {
    static let kept: Int64 = 25

    private let container: PersistentContainer

    init(_ file: String, _ options: SQLiteStore.Options) throws {
        container = try PersistentContainer(
            model: Self.model(), store: SQLiteStore(file, options: options))
    }

    /// Saves batches until the process dies.
    func run() throws {
        while true { StoreDriver.report("\(try saveNext())") }
    }

    /// Saves a batch and returns its number.
    private func saveNext() throws -> Int64 {
        try container.perform { context in
            let ledgers = try context.fetch(FetchRequest("Ledger"))
            let ledger = ledgers.first ?? context.insert("Ledger")
            guard case .integer(let last) = ledger["last"] else { return -1 }
            let number = last + 1
            ledger["last"] = .integer(number)
            var tags = try context.fetch(FetchRequest("Tag"))
            while tags.count < 5 { tags.append(context.insert("Tag")) }
            let batch = context.insert("Batch")
            batch["number"] = .integer(number)
            for place in 0..<(3 + number % 8) {
                let item = context.insert("Item")
                item["value"] = .integer(number)
                item["text"] = .string(String(repeating: "\(number) ", count: 40))
                item[toOne: "batch"] = batch
                item[toMany: "tags"] = [tags[Int(place % 5)], tags[Int((place + 1) % 5)]]
            }
            let old = FetchRequest("Batch", where: .attribute("number") <= number - Self.kept)
            context.delete(try context.fetch(old))
            try context.save()
            return number
        }
    }

    private static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Ledger", attributes: [AttributeDescription("last", .integer64, defaultValue: 0)]),
            EntityDescription(
                "Batch",
                attributes: [AttributeDescription("number", .integer64, isUnique: true)],
                relationships: [
                    .toMany("items", "Item", inverse: "batch", deleteRule: .cascade)
                ]),
            EntityDescription(
                "Item",
                attributes: [
                    AttributeDescription("value", .integer64),
                    AttributeDescription("text", .string),
                ],
                relationships: [
                    .toOne("batch", "Batch"),
                    .toMany("tags", "Tag", inverse: "items", isOrdered: true),
                ]),
            EntityDescription("Tag", relationships: [.toMany("items", "Item")]),
        ])
    }
}
