import Dispatch
import Mercator
import Synchronization
import TestSupport
import Testing

@Suite("Retrying after a conflict", .endsInTime)
struct RetryingTests {
    private final class Attempts: Sendable {
        private let value = Atomic<Int>(0)
        var count: Int { value.load(ordering: .relaxed) }
        func next() -> Int { value.add(1, ordering: .relaxed).newValue }
    }

    /// Saves that conflict with a faster one, by the error code of the store.
    enum Race: String, CaseIterable, CustomStringConvertible, Sendable {
        case conflict, uniqueness, brokenReference
        var description: String { rawValue }

        func prepare(_ context: ManagedObjectContext) throws {
            guard self != .uniqueness else { return }
            context.insert("Author")["name"] = "Anna"
            try context.save()
        }

        /// Changes objects without saving.
        func work(_ context: ManagedObjectContext) throws {
            let author = try context.fetch(FetchRequest("Author")).first
            switch self {
            case .conflict: author?["name"] = "Berta"
            case .uniqueness:
                guard try context.count(FetchRequest("Item")) == 0 else { return }
                context.insert("Book")["itemID"] = 1
            case .brokenReference: context.insert("Book")[toOne: "author"] = author
            }
        }

        func interfere(_ context: ManagedObjectContext) throws {
            switch self {
            case .conflict: try context.fetch(FetchRequest("Author")).first?["name"] = "Clara"
            case .uniqueness: context.insert("Book")["itemID"] = 1
            case .brokenReference: context.delete(try context.fetch(FetchRequest("Author")))
            }
            try context.save()
        }

        func expectDone(_ context: ManagedObjectContext) throws {
            let author = try context.fetch(FetchRequest("Author")).first
            switch self {
            case .conflict: #expect(author?["name"] == "Berta")
            case .uniqueness: #expect(try context.count(FetchRequest("Book")) == 1)
            case .brokenReference:
                #expect(author == nil)
                #expect(try context.fetch(FetchRequest("Book")).map(\.isInserted) == [false])
            }
        }
    }

    @Test(arguments: StoreKind.allCases, Race.allCases)
    func `the second attempt sees what the other saved`(store: StoreKind, race: Race) throws {
        try store.withContainer(Library.model()) { container throws in
            try container.perform { try race.prepare($0) }
            let attempts = Attempts()
            let count = try container.perform(retryLimit: 1) { context in
                let attempt = attempts.next()
                try race.work(context)
                if attempt == 1 { try container.perform { try race.interfere($0) } }
                try context.save()
                return attempt
            }
            #expect(count == 2)
            try container.perform { try race.expectDone($0) }
        }
    }

    @Test(arguments: StoreKind.allCases, [0, 3])
    func `the last error surfaces, and nothing is written`(store: StoreKind, limit: Int) throws {
        try store.withContainer(Library.model()) { container throws in
            try container.perform { try Race.conflict.prepare($0) }
            let attempts = Attempts()
            let error = #expect(throws: StoreError.self) {
                try container.perform(retryLimit: limit) { context in
                    let author = try #require(try context.fetch(FetchRequest("Author")).first)
                    let attempt = attempts.next()
                    try container.perform { other in
                        try other.fetch(FetchRequest("Author")).first?["name"] =
                            .string("attempt \(attempt)")
                        try other.save()
                    }
                    author["name"] = "ours"
                    try context.save()
                }
            }
            #expect(error?.code == .conflict)
            #expect(attempts.count == limit + 1)
            let name = try container.perform { try $0.fetch(FetchRequest("Author")).first?["name"] }
            #expect(name == .string("attempt \(limit + 1)"))
        }
    }

    @Test(arguments: [StoreError.Code.busy, .full, .readOnly, .failure])
    func `what another attempt would not help is thrown at once`(code: StoreError.Code) throws {
        let container = try PersistentContainer(model: Library.model(), store: InMemoryStore())
        let attempts = Attempts()
        let error = #expect(throws: StoreError.self) {
            try container.perform(retryLimit: 5) { _ in
                _ = attempts.next()
                throw StoreError(code, "for a test")
            }
        }
        #expect(error?.code == code && attempts.count == 1)
    }

    @Test func `a cancelled task does not try again`() async throws {
        let container = try PersistentContainer(model: Library.model(), store: InMemoryStore())
        let attempts = Attempts()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try container.perform(retryLimit: 5) { _ in
                _ = attempts.next()
                throw StoreError(.conflict, "for a test")
            }
        }
        task.cancel()
        await #expect(throws: StoreError.self) { try await task.value }
        #expect(attempts.count == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `many tasks that count together lose no step`(store: StoreKind) async throws {
        try await store.withStoreAwaiting { store in
            let container = try PersistentContainer(model: Library.model(), store: store)
            try container.perform { context in
                context.insert("Book")["pages"] = 0
                try context.save()
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<10 {
                            try container.perform(retryLimit: 5) { context in
                                let book = try #require(
                                    try context.fetch(Library.Book.self).first)
                                book.pages = (book.pages ?? 0) + 1
                                try context.save()
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let pages = try container.perform { try $0.fetch(Library.Book.self).first?.pages }
            #expect(pages == 80)
        }
    }

    /// A commit of another thread beside a unit of work.
    enum Intruder: CaseIterable, Sendable {
        case save, update, reset

        func commit(to container: PersistentContainer, _ number: Int32) throws {
            switch self {
            case .save:
                try container.perform(retryLimit: 5) { context in
                    try #require(try context.fetch(Library.Book.self).first).pages = number
                    try context.save()
                }
            case .update: try container.update(Library.Book.self) { [$0.pages.set(to: number)] }
            case .reset:
                try container.reset()
                try container.write { $0.insert("Book")["pages"] = .integer(Int64(number)) }
            }
        }
    }

    @Test(arguments: StoreKind.everyKind, Intruder.allCases)
    func `other threads commit after the third attempt`(
        kind: StoreKind, intruder: Intruder
    ) throws {
        try kind.withContainer(Library.model()) { container throws in
            try container.write { $0.insert("Book")["pages"] = 0 }
            let attempts = Attempts()
            let intruders = DispatchGroup()
            let failures = Mutex<[String]>([])
            try container.perform(retryLimit: 5) { context in
                let attempt = attempts.next()
                let book = try #require(try context.fetch(Library.Book.self).first)
                intruders.enter()
                DispatchQueue(label: "RetryingTests").async {
                    do {
                        try intruder.commit(to: container, Int32(attempt))
                    } catch {
                        failures.withLock { $0.append("\(error)") }
                    }
                    intruders.leave()
                }
                // The intruder either waits for this unit, or commits before it.
                while container.backend.commits.gate.waitingCount == 0,
                    intruders.wait(timeout: .now() + .milliseconds(1)) == .timedOut
                {}
                book.pages = 1000
                try context.save()
            }
            intruders.wait()
            #expect(attempts.count == 3)
            #expect(failures.withLock { $0 }.isEmpty)
            let pages = try container.read { try $0.fetch(Library.Book.self).first?.pages }
            #expect(pages == 3)
        }
    }
}
