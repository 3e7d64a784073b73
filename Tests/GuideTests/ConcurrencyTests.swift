import Mercator
import Testing

@Suite("Concurrency")
struct ConcurrencyTests {
    struct Account: Entity {
        let name = Attribute<String>(isUnique: true)
        let balance = Attribute<Int64>(default: 0)
    }

    struct NoSuchAccount: Error {}

    struct Transfer: Sendable, Equatable {
        let source: String
        let destination: String
        let amount: Int64

        func run(in context: ManagedObjectContext) throws {
            try account(source, context).balance -= amount
            try account(destination, context).balance += amount
        }

        private func account(
            _ name: String, _ context: ManagedObjectContext
        ) throws -> Object<Account> {
            let found = try context.first(Account.self) { $0.name == name }
            guard let account = found else { throw NoSuchAccount() }
            return account
        }
    }

    private let container: PersistentContainer

    init() throws {
        container = try PersistentContainer(
            model: ManagedObjectModel(Account.self), store: InMemoryStore())
        try container.perform { context in
            for name in ["Anna", "Ben"] { context.insert(Account.self).name = name }
            try context.save()
        }
    }

    private func balances() throws -> [Int64] {
        try container.perform { try $0.fetch(Account.self).map(\.balance) }
    }

    @Test func `units of work nest`() throws {
        let names = try container.read { context in
            try context.fetch(Account.self, sortedBy: [.ascending(\Account.name)]).map(\.name)
        }  // ["Anna", "Ben"]
        #expect(names == ["Anna", "Ben"])
        let transfers = [
            Transfer(source: "Anna", destination: "Ben", amount: 30),
            Transfer(source: "Ben", destination: "Nobody", amount: 10),
        ]
        let refused = try container.perform { context in
            var refused: [Transfer] = []
            for transfer in transfers {
                do {
                    try context.perform { nested in try transfer.run(in: nested) }
                } catch is NoSuchAccount {
                    refused.append(transfer)
                }
            }
            try context.save()
            return refused
        }
        #expect(refused == [transfers[1]])
        #expect(try balances() == [-30, 30])
    }

    @Test func `many tasks work at once`() async throws {
        let container = container
        let transfers = (1...20).map { amount in
            amount.isMultiple(of: 2)
                ? Transfer(source: "Anna", destination: "Ben", amount: Int64(amount))
                : Transfer(source: "Ben", destination: "Anna", amount: Int64(amount))
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for transfer in transfers {
                group.addTask {
                    try await container.performBackgroundTask(retryLimit: 1) { context in
                        try transfer.run(in: context)
                        try context.save()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try balances() == [-10, 10])
    }

    @Test func `a mapping runs in the background`() async throws {
        var accounts = EntityMapping(for: Account.self)
        accounts.identificationAttributes = ["name"]
        accounts.addAttributeMappings(["name", "balance"])
        let mappings = MappingSet([accounts], roots: ["accounts": "Account"])
        let operation = MappingOperation(try MappingPlan(mappings, for: container.model))
        let bytes = Array(#"{"accounts":[{"name":"Anna","balance":7}]}"#.utf8)
        let result = try await operation.runInBackground(bytes, in: container)
        let outcome = try await ConnectionOperation().runInBackground(in: container)
        let again = try await ConnectionOperation().runInBackground(in: container)
        #expect(result.total.updated == 1)
        #expect(outcome.connected == 0 && again.connected == 0)
        #expect(try balances() == [7, 0])
        let document = try PayloadDocument(
            parsing: Array(#"{"accounts":[{"name":"Ben","balance":-7}]}"#.utf8))
        let deleted = try await container.performBackgroundTask(retryLimit: 5) { context in
            let result = try operation.run(document, in: context)
            let poor = try context.fetch(Account.self) { $0.balance < 0 }
            for account in poor { context.delete(account) }
            try context.save()
            return result.total.updated + poor.count
        }
        #expect(deleted == 2)
        #expect(try balances() == [7])
    }

    @Test func `a savepoint can be gone back to`() throws {
        let balance = try container.perform { context in
            let anna = try context.fetch(Account.self).first
            anna?.balance = 1
            let savepoint = context.savepoint()
            anna?.balance = 2
            context.rollback(to: savepoint)
            return anna?.balance
        }  // 1
        #expect(balance == 1)
    }

    @Test func `work is done again`() throws {
        try container.perform(retryLimit: 5) { context in
            try Transfer(source: "Ben", destination: "Anna", amount: 5).run(in: context)
            try context.save()
        }
        #expect(try balances() == [5, -5])
    }

    @Test func `a cancelled task saves nothing`() async throws {
        let container = container
        @Sendable
        func open(_ names: [String]) throws {
            try container.perform { context in
                for name in names {
                    try Task.checkCancellation()
                    context.insert(Account.self).name = name
                }
                try context.save()
            }
        }
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try open(["Clara", "Dora"])
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try balances().count == 2)
    }
}
