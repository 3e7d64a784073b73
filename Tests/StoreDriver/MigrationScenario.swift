import Mercator

/// Migrates a store to a newer model, with a new attribute with a default, an added and a removed
/// unique index; then loads a payload that requires another index.
struct MigrationScenario {
    static let rowCount: Int64 = 2000

    private let file: String
    private let options: SQLiteStore.Options

    init(_ file: String, _ options: SQLiteStore.Options) {
        self.file = file
        self.options = options
    }

    /// Creates a store of the earlier model.
    func prepare() throws {
        let container = try open(isNew: false)
        try container.perform { context in
            for number in 1...Self.rowCount {
                let person = context.insert("Person")
                person["serial"] = .integer(number)
                person["code"] = .string("code \(number * 7 % Self.rowCount)")
                person["name"] = .string("name \(number)")
            }
            try context.save()
        }
        StoreDriver.report("prepared")
    }

    /// Opens the store with the newer model and loads a payload.
    func run() throws {
        let container = try open(isNew: true)
        StoreDriver.report("opened")
        guard let entity = container.model["Person"] else { return }
        var people = EntityMapping(for: entity)
        people.identificationAttributes = ["name"]
        people.addAttributeMappings(["name": "name", "code": "code"])
        let plan = try MappingPlan(
            MappingSet([people], roots: [.root: "Person"]), for: container.model)
        let payload = #"[{"name": "new", "code": "new"}, {"name": "name 1", "code": "changed"}]"#
        _ = try MappingOperation(plan).run(payload.utf8, in: container)
        StoreDriver.report("loaded")
    }

    private func open(isNew: Bool) throws -> PersistentContainer {
        var attributes = [
            AttributeDescription("serial", .integer64, isUnique: !isNew),
            AttributeDescription("code", .string, isUnique: isNew),
            AttributeDescription("name", .string),
        ]
        if isNew {
            attributes.append(
                AttributeDescription("rank", .integer64, isOptional: false, defaultValue: 7))
        }
        let model = try ManagedObjectModel([EntityDescription("Person", attributes: attributes)])
        return try PersistentContainer(model: model, store: SQLiteStore(file, options: options))
    }
}
