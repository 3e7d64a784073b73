import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

@Suite("Any order against an adversary")
struct AdversaryPropertyTests {
    private let model: ManagedObjectModel

    init() throws {
        model = try Market.model()
    }

    @Test(arguments: Seeds.upTo(60))
    func `gives one graph in any order of pages and records, in both stores`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed: seed)
        let world = MarketWorld(&generator)
        let mappings = try MarketWorld.mappings(model, &generator)
        let reference = try Workbench(.inMemory, model)
        try reference.load(world.payload(world.records), mappings)
        let expected = try reference.marketDump()
        for kind in [StoreKind.inMemory, .sqlite, .inMemory] {
            let bench = try Workbench(kind, model)
            for page in world.pages(&generator) { try bench.load(page, mappings) }
            #expect(try bench.marketDump() == expected, "\(generator), \(kind)")
        }
    }

    @Test(arguments: StoreKind.allCases, [[2, 1], [1, 2], [1, 3, 2]])
    func `of several versions in one payload the newest counts, as over several payloads`(
        kind: StoreKind, versions: [Int]
    ) throws {
        var mappings = try Market.Mappings(model)
        mappings.person.modificationAttribute = "version"
        let records = versions.map {
            "{\"id\": 1, \"name\": \"v\($0)\", \"version\": \($0), \"manager\": {\"id\": \(9 + $0)}}"
        }
        let pages = [["[\(records.joined(separator: ","))]"], records.map { "[\($0)]" }]
        for page in pages {
            let bench = try Workbench(kind, model)
            for list in page { try bench.load("{\"people\": \(list)}", mappings.set) }
            let newest = versions.max() ?? 0
            let lines = try bench.lines("Person", "personID", "name", "manager.personID")
            #expect(lines.contains("1 | \"v\(newest)\" | [\(9 + newest)]"))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a unit of work may load, save and load again`(kind: StoreKind) throws {
        let bench = try Workbench(kind, model)
        var mappings = try Market.Mappings(model)
        mappings.person.addAttributeMapping(from: "manager_name", to: "manager.name")
        mappings.order.addConnection(for: "contact", connectedBy: ["customerCode": "code"])
        let operation = MappingOperation(try MappingPlan(mappings.set, for: model))
        let payload = """
            {"people": [{"id": 1, "code": "A", "manager": {"id": 2}, "manager_name": "Ida"}],
             "orders": [{"id": 5, "code": "A"}]}
            """
        let changed = payload.replacing("Ida", with: "Eve").replacing(
            "1, \"code\": \"A\"", with: "1, \"code\": \"B\"")
        try bench.container.perform { context in
            for payload in [payload, payload, changed, changed] {
                _ = try operation.run(PayloadDocument(parsing: payload), in: context)
                try context.save()
            }
        }
        #expect(try bench.lines("Person", "name").contains(#""Eve""#))
        #expect(try bench.lines("Order", "contact.personID") == ["[]"])
    }

    @Test(arguments: Seeds.upTo(40))
    func `says in a dry run what the run then does, and does nothing again`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed: seed)
        let world = MarketWorld(&generator)
        let mappings = try MarketWorld.mappings(model, &generator)
        let bench = try Workbench(generator.pick([.inMemory, .sqlite]), model)
        let operation = MappingOperation(try MappingPlan(mappings, for: model))
        for page in world.pages(&generator) {
            let before = try bench.content()
            let dryRun = try operation.dryRun(Array(page.utf8), in: bench.container)
            #expect(try bench.content() == before, "\(generator)")
            let result = try operation.run(Array(page.utf8), in: bench.container)
            #expect(dryRun.result.total == result.total, "\(generator)")
            let after = try bench.content()
            #expect(dryRun.changes.isEmpty == (after == before), "\(generator)")
            let again = try operation.run(Array(page.utf8), in: bench.container)
            #expect(try bench.content() == after, "\(generator)")
            #expect(again.total.inserted + again.total.updated + again.total.connected == 0)
        }
        #expect(try ConnectionOperation().run(in: bench.container).connected == 0, "\(generator)")
    }
}

/// Random people, orders and tags, each with a single complete record.
struct MarketWorld {
    /// A root path and a record.
    typealias Record = (root: String, json: String)

    private(set) var records: [Record] = []

    init(_ generator: inout SeededGenerator) {
        let count = Int.random(in: 2...7, using: &generator)
        var partners: [Int: Int] = [:]
        for id in 1...count where partners[id] == nil && generator.chance(0.5) {
            let free = ((id + 1)...(count + 1)).filter { $0 <= count && partners[$0] == nil }
            guard !free.isEmpty else { continue }
            let other = generator.pick(free)
            (partners[id], partners[other]) = (other, id)
        }
        for id in 1...count {
            var parts = ["\"id\": \(id), \"code\": \"c\(id % 4)\""]
            let manager = Int.random(in: 0...count, using: &generator)
            parts.append("\"manager\": \(manager == 0 ? "null" : "{\"id\": \(manager)}")")
            parts.append("\"partnerID\": \(partners[id].map(String.init) ?? "null")")
            let tags = (1...4).shuffled(using: &generator).prefix(
                Int.random(in: 0...3, using: &generator))
            parts.append("\"tagIDs\": \(Array(tags))")
            let versions = generator.chance(0.3) ? [1, 2, 3] : [2]
            for version in versions {
                let own = "\"version\": \(version), \"name\": \"v\(version)\""
                records.append(("people", "{\((parts + [own]).joined(separator: ", "))}"))
            }
        }
        for id in 1...Int.random(in: 1...6, using: &generator) {
            let customer = Int.random(in: 0...(count + 1), using: &generator)
            let code = generator.chance(0.8) ? "\"c\(customer % 5)\"" : "null"
            records.append(
                (
                    "orders",
                    "{\"id\": \(id), \"customerID\": \(customer == 0 ? "null" : "\(customer)"), "
                        + "\"code\": \(code)}"
                ))
        }
        for id in 1...3 { records.append(("tags", "{\"id\": \(id)}")) }
    }

    /// Returns a payload of the records, with the roots in order of first occurrence.
    func payload(_ records: [Record]) -> String {
        var roots: [String] = []
        for record in records where !roots.contains(record.root) { roots.append(record.root) }
        let lists = roots.map { root in
            let own = records.filter { $0.root == root }.map(\.json)
            return "\"\(root)\": [\(own.joined(separator: ", "))]"
        }
        return "{\(lists.joined(separator: ", "))}"
    }

    /// Returns all records in random order, a few on each page.
    func pages(_ generator: inout SeededGenerator) -> [String] {
        var pages: [[Record]] = []
        for record in records.shuffled(using: &generator) {
            if pages.isEmpty || generator.chance(0.4) { pages.append([]) }
            pages[pages.count - 1].append(record)
        }
        return pages.map(payload)
    }

    /// Returns mappings with connections of every kind.
    static func mappings(
        _ model: ManagedObjectModel, _ generator: inout SeededGenerator
    ) throws -> MappingSet {
        var mappings = try Market.Mappings(model)
        mappings.person.modificationAttribute = "version"
        mappings.person.addConnection(for: "partner", connectedBy: ["partnerID": "personID"])
        mappings.person.addConnection(for: "tags", connectedBy: ["tagIDs": "tagID"])
        mappings.order.removeMappings(to: "customer")
        mappings.order.addConnection(for: "customer", connectedBy: ["customerID": "personID"])
        var paths = [
            (
                "contact",
                generator.pick([
                    "customer.manager", "customer.partner", "customer.partner.manager",
                ])
            ), ("boss", generator.pick(["contact.manager", "customer.manager.manager"])),
        ]
        paths.shuffle(using: &generator)
        for (name, path) in paths { mappings.order.addConnection(for: name, keyPath: path) }
        mappings.person.addConnection(
            for: "bosses",
            keyPath: generator.pick([
                "orders.contact", "reports.partner", "manager.reports", "tags.people",
                "orders.boss", "partner.partner",
            ]))
        return mappings.set
    }
}

extension Workbench {
    /// Returns the contents of the market, identified by keys of the payload.
    func marketDump() throws -> [String] {
        let people = try lines(
            "Person", "personID", "name", "code", "version", "manager.personID",
            "partner.personID", "orders.orderID", "tags.tagID", "bosses.personID",
            "reports.personID")
        let orders = try lines(
            "Order", "orderID", "customer.personID", "contact.personID", "boss.personID")
        let tags = try lines("Tag", "tagID", "people.personID")
        return (people + orders + tags).sorted()
    }
}
