import Mercator

/// Imports records from a file next to the store, resuming from the checkpoint of the last process.
///
/// Every record is an account; every third references the account it originates from by key.
struct ImportingScenario {
    private let container: PersistentContainer
    private let operation: ImportOperation
    private let source: String

    init(_ file: String, _ storeOptions: SQLiteStore.Options) throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Account",
                attributes: [
                    AttributeDescription("accountID", .integer64),
                    AttributeDescription("name", .string),
                    AttributeDescription("originID", .integer64),
                ],
                relationships: [
                    .toOne("origin", "Account", inverse: "copies"),
                    .toMany("copies", "Account"),
                    .toMany("groups", "Group", inverse: "accounts", isOrdered: true),
                ]),
            EntityDescription(
                "Group", attributes: [AttributeDescription("name", .string, isUnique: true)],
                relationships: [.toMany("accounts", "Account")]),
        ])
        guard let account = model["Account"], let group = model["Group"] else {
            throw StoreError(.invalidRequest, "the model has no accounts")
        }
        var accounts = EntityMapping(for: account)
        accounts.addAttributeMappings(["id": "accountID", "name": "name", "origin": "originID"])
        accounts.addRelationshipMapping(from: "groups", to: "groups", using: "Group")
        accounts.addConnection(for: "origin", connectedBy: ["originID": "accountID"])
        var groups = EntityMapping(for: group)
        groups.identificationAttributes = ["name"]
        groups.addAttributeMappings(["name": "name"])
        let plan = try MappingPlan(
            MappingSet([accounts, groups], roots: ["": "Account"]), for: model)
        var options = ImportOptions(checkpoint: "accounts")
        options.batchRecords = 40
        source = file + ".source"
        let isArray = file.contains("array")
        operation = try ImportOperation(
            plan, format: isArray ? .array(at: "accounts") : .lines, options: options)
        container = try PersistentContainer(
            model: model, store: SQLiteStore(file, options: storeOptions))
    }

    /// Imports the response of a server, which has the file.
    func runStream() async throws {
        let manager = ObjectManager(
            try RemotePlan(RemoteDescription(base: "https://example.com"), for: operation.plan),
            in: container, over: SourceTransport(path: source))
        let result = try await manager.import(
            path: "accounts", format: operation.format, options: operation.options
        ) { step in
            StoreDriver.report("\(step.records)")
        }
        StoreDriver.report("done \(result.total)")
    }

    /// Runs the import asynchronously, so that reading and saving overlap.
    func run() async throws {
        let result = try await operation.run(file: source, in: container) { step in
            StoreDriver.report("\(step.records)")
        }
        StoreDriver.report("done \(result.total)")
    }
}
