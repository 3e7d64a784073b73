import ConnectionEvaluation
import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

@Suite("Histories of loads whose saves cross")
struct ConnectionHistoryTests {
    private let room: Newsroom

    init() throws {
        room = try Newsroom()
    }

    @Test(arguments: HistoryStore.Kind.allCases, Seeds.upTo(40))
    func `leave what each connection says`(kind: HistoryStore.Kind, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let store = try HistoryStore(kind, room.model)
        var story: [String] = []
        for round in 0..<8 {
            let count = Int.random(in: 1...6, using: &random)
            var waiting = try (0..<count).map { _ in try begin(store, &random) }
            if random.chance(0.2) { try edit(store, &random) }
            waiting.shuffle(using: &random)
            story.append("round \(round)")
            for load in waiting {
                story.append(load.text + (try finish(load) ? "" : " again"))
            }
            if store.isEdited { _ = try ConnectionOperation().run(in: store.containers[0]) }
            store.isEdited = false
            try expectComplete(store, "seed \(seed): \(story.joined(separator: "\n"))")
            if random.chance(0.3) { try store.reopen() }
        }
    }

    /// A load that has read but not saved.
    private struct Load {
        let container: PersistentContainer
        let context: ManagedObjectContext
        let operation: MappingOperation
        let document: PayloadDocument
        /// The payload.
        let text: String
    }

    private func begin(
        _ store: HistoryStore, _ random: inout SeededGenerator
    ) throws -> Load {
        let container = random.pick(store.containers)
        let page = random.pick(Newsroom.Page.allCases)
        let plan = try #require(room.plans[page])
        let payload = room.payload(page, &random)
        let load = Load(
            container: container,
            context: ManagedObjectContext(model: container.model, backend: container.backend),
            operation: MappingOperation(plan),
            document: try PayloadDocument(parsing: payload), text: "\(page): \(payload)")
        _ = try load.operation.run(load.document, in: load.context)
        return load
    }

    /// Saves, and returns whether the save succeeded without starting over.
    private func finish(_ load: Load) throws -> Bool {
        do {
            try load.context.save()
            return true
        } catch let error as StoreError
            where [.conflict, .uniqueness, .brokenReference].contains(error.code)
        {
            _ = try load.operation.run(load.document, in: load.container)
            return false
        }
    }

    /// Changes keys and deletes objects in code, the effects of which wait for a
    /// ``ConnectionOperation``.
    private func edit(_ store: HistoryStore, _ random: inout SeededGenerator) throws {
        let container = random.pick(store.containers)
        try container.perform { context in
            for article in try context.fetch(FetchRequest("Article")) where random.chance(0.5) {
                article["authorID"] = .integer(Int64.random(in: 1...4, using: &random))
            }
            for section in try context.fetch(FetchRequest("Section")) where random.chance(0.3) {
                context.delete(section)
            }
            try context.save()
        }
        store.isEdited = true
    }

    private func expectComplete(_ store: HistoryStore, _ place: String) throws {
        let container = store.containers[0]
        let faults = try room.faults(in: container)
        #expect(faults.isEmpty, "\(place): \(faults.joined(separator: "; "))")
        let before = try store.content()
        let inContext = try container.perform { try ConnectionOperation().run(in: $0) }
        #expect(inContext.connected == 0 && inContext.cleared == 0, "\(place)")
        let inStore = try ConnectionOperation().run(in: container)
        #expect(inStore.connected == 0 && inStore.cleared == 0, "\(place)")
        #expect(try store.content() == before, "\(place)")
        var open: [String: Int] = [:]
        for connection in try container.openConnections() {
            for key in connection.keys {
                guard case .integer(let number)? = key.values.values.first else { continue }
                open["\(connection.entity).\(connection.relationship) \(number)"] = key.count
            }
        }
        let registered = Set(
            try container.registeredConnections().map { "\($0.entity).\($0.relationship)" })
        let expected = try room.open(in: container).filter { name, _ in
            registered.contains { name.hasPrefix($0 + " ") }
        }
        #expect(open == expected, "\(place)")
        #expect(
            try container.backend.makeReader().registeredConnections().marks.isEmpty, "\(place)")
    }
}

/// A store with two containers that can be closed and reopened.
final class HistoryStore {
    enum Kind: String, CaseIterable, Sendable {
        case inMemory, sqlite, partitioned, postgres

        /// The kinds that are tested: PostgreSQL is among them on request, as in ``StoreKind``.
        static let allCases: [Kind] =
            [.inMemory, .sqlite, .partitioned]
            + (StoreKind.allCases.contains(.postgres) ? [.postgres] : [])
    }

    private(set) var containers: [PersistentContainer]
    /// Indicates whether objects were changed in code.
    var isEdited = false
    private let model: ManagedObjectModel
    private let store: any PersistentStore
    private let temporary: TemporaryStore

    init(_ kind: Kind, _ model: ManagedObjectModel) throws {
        self.model = model
        switch kind {
        case .inMemory: temporary = try TemporaryStore(.inMemory)
        case .sqlite, .partitioned: temporary = try TemporaryStore(.sqlite)
        case .postgres: temporary = try TemporaryStore(.postgres)
        }
        store =
            kind == .partitioned
            ? PartitionedStore(
                otherwise: temporary.store, parts: [.init(["Session"], in: InMemoryStore())])
            : temporary.store
        containers = try [store, store].map { try PersistentContainer(model: model, store: $0) }
    }

    deinit {
        temporary.remove()
    }

    func reopen() throws {
        containers = []
        containers = try [store, store].map { try PersistentContainer(model: model, store: $0) }
    }

    /// Returns all rows and links, with the ranks of objects instead of their numbers.
    ///
    /// A store may leave out numbers that a load has reserved for objects without saving them.
    func content() throws -> [String] {
        let reader = try containers[0].backend.makeReader()
        let ranks = try ranks(reader)
        var lines: [String] = []
        for layout in model.layouts {
            let rows = try reader.rows(matching: RowRequest(entity: layout.index))
            for row in rows {
                let rank = try #require(ranks[layout.root]?[row.number])
                var values = row.row.values
                for (slot, content) in model.layouts[row.entity].slots.enumerated() {
                    guard case .reference(let relationship) = content.content,
                        case .integer(let number) = values[slot]
                    else { continue }
                    let destination = model.relationships[relationship].destination
                    let root = model.layouts[destination].root
                    values[slot] = .integer(try #require(ranks[root]?[number]))
                }
                lines.append("\(layout.name) \(rank) \(row.version) \(values)")
            }
            for relationship in model.relationships
            where relationship.storage == .links && relationship.entity == layout.index {
                let root = model.layouts[relationship.destination].root
                lines += try reader.links(of: relationship.index, from: rows.map(\.number))
                    .map { link in
                        var link = link
                        link.source = try #require(ranks[layout.root]?[link.source])
                        link.destination = try #require(ranks[root]?[link.destination])
                        return "\(relationship.name) \(link)"
                    }.sorted()
            }
        }
        return lines
    }

    /// Returns the names of the objects' entities with the ranks of the objects.
    func ranks(of objects: [ManagedObjectID]) throws -> [String] {
        let ranks = try ranks(containers[0].backend.makeReader())
        return try objects.map { object in
            let layout = try #require(model.layout(named: object.entityName))
            return "\(object.entityName) \(try #require(ranks[layout.root]?[object.number]))"
        }
    }

    /// Returns the ranks of all numbers by the root of the entity.
    private func ranks(_ reader: any StoreReader) throws -> [Int: [Int64: Int64]] {
        var ranks: [Int: [Int64: Int64]] = [:]
        for layout in model.layouts where layout.index == layout.root {
            let numbers = try reader.rows(matching: RowRequest(entity: layout.index))
                .map(\.number).sorted()
            ranks[layout.root] = Dictionary(
                uniqueKeysWithValues: zip(numbers, 0...))
        }
        return ranks
    }
}
