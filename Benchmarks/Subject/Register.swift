import Mercator

/// The model for measuring connections: entries that reference their account by its number.
enum Register {
    struct Entry: Entity {
        let entryID = Attribute<Int64>("entryID")
        let accountID = Attribute<Int64?>("accountID")
        let account = ToOne<Account>("account", inverse: \.entries)
    }

    struct Account: Entity {
        let accountID = Attribute<Int64>("accountID")
        let name = Attribute<String?>("name")
        let entries = ToMany<Entry>("entries")
    }

    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel(Entry.self, Account.self)
    }

    /// Creates the operation that connects every entry to its account.
    static func operation() throws -> ConnectionOperation {
        var entries = EntityMapping(for: Entry.self)
        entries.addAttributeMappings(["entryID", "accountID"])
        entries.addConnection(for: "account", connectedBy: "accountID")
        var accounts = EntityMapping(for: Account.self)
        accounts.addAttributeMappings(["accountID"])
        let mappings = MappingSet(
            [entries, accounts], roots: ["entries": "Entry", "accounts": "Account"])
        return ConnectionOperation(try MappingPlan(mappings, for: try model()))
    }
}
