import Mercator

/// Creates a store and saves an object in it.
struct CreatingScenario {
    private let file: String
    private let options: SQLiteStore.Options

    init(_ file: String, _ options: SQLiteStore.Options) {
        self.file = file
        self.options = options
    }

    func run() throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Person",
                attributes: [
                    AttributeDescription("name", .string),
                    AttributeDescription("email", .string, isUnique: true),
                ],
                relationships: [.toMany("friends", "Person", inverse: "friends")])
        ])
        let container = try PersistentContainer(
            model: model, store: SQLiteStore(file, options: options))
        StoreDriver.report("opened")
        try container.perform { context in
            let (one, other) = (context.insert("Person"), context.insert("Person"))
            one[toMany: "friends"] = [other]
            try context.save()
        }
        StoreDriver.report("saved")
    }
}
