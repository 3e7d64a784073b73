import ConnectionEvaluation
import EntityMapper
import MercatorPayload
import ObjectGraph
import ObjectGraphSQL
import TestSupport
import Testing

/// Registered connections whose attributes no longer have types of which values can be equal.
@Suite("Connections whose types no longer fit")
struct UnfitConnectionTests {
    @Test(arguments: durableKinds + [.inMemory], AttributeType.allCases)
    func `are evaluated nowhere, and all others everywhere alike`(
        kind: TestSupport.StoreKind, source: AttributeType
    ) throws {
        let pairs = KeyPairs(
            AttributeType.allCases.flatMap { destination in
                [false, true].map { KeyPairs.Pair(source, destination, isToMany: $0) }
            })
        try kind.withContainer(pairs.model()) { container in
            try pairs.fill(container)
            var changes = ChangeSet()
            changes.connections = pairs.connections
            try container.backend.commit(changes)
            try expectAgreement(pairs, container)
            if kind != .inMemory { #expect(try container.checkIntegrity().isClean) }
        }
    }

    /// Connections by keys of the same type, one end of which is migrated.
    @Test(arguments: durableKinds, AttributeType.allCases)
    func `are left by migrations of either end`(
        kind: TestSupport.StoreKind, old: AttributeType
    ) throws {
        // The bytes of the test are the text of an array, not of a dictionary.
        let types = AttributeType.allCases.filter {
            $0 != old && $0 != .dictionary && old.widening(to: $0) != nil
        }
        let changed = types.flatMap { new in
            [false, true].flatMap { isToMany in
                [
                    KeyPairs.Pair(new, old, isToMany: isToMany),
                    KeyPairs.Pair(old, new, isToMany: isToMany),
                ]
            }
        }.filter { old != .array || $0.isToMany }
        let before = KeyPairs(
            changed.map { KeyPairs.Pair(old, old, isToMany: $0.isToMany) })
        let after = KeyPairs(changed)
        try kind.withStore { store in
            do {
                let container = try PersistentContainer(model: before.model(), store: store)
                try before.fill(container)
                let plan = try before.plan(before.connections)
                _ = try MappingOperation(plan).run(before.page, in: container)
                #expect(try container.registeredConnections() == before.connections)
            }
            let container = try PersistentContainer(model: after.model(), store: store)
            try expectAgreement(after, container)
            #expect(try container.checkIntegrity().isClean)
        }
    }

    private static let durableKinds: [TestSupport.StoreKind] =
        TemporaryStore.hasPostgres ? [.sqlite, .postgres] : [.sqlite]

    /// Expects loads, the store and a context to evaluate registered connections alike, or not at
    /// all if a plan would refuse them.
    private func expectAgreement(_ pairs: KeyPairs, _ container: PersistentContainer) throws {
        let before = try pairs.links(container)
        let load = try MappingOperation(pairs.plan([])).run(pairs.page, in: container)
        let loaded = try pairs.links(container)
        let inStore = try ConnectionOperation().run(in: container)
        #expect(inStore.connected + inStore.cleared == 0)
        let inContext = try container.perform { context in
            let result = try ConnectionOperation().run(in: context)
            try context.save()
            return result
        }
        #expect(inContext == inStore)
        let links = try pairs.links(container)
        #expect(try container.openConnections() == inStore.unresolved)
        for (place, connection) in pairs.connections.enumerated() {
            let problem = try pairs.problem(of: connection)
            let name = connection.relationship
            let results = [
                load.unresolved, inStore.unresolved, try container.unfitConnections(),
                try ConnectionOperation(only: ["S." + name]).run(in: container).unresolved,
            ]
            for result in results {
                let named = result.filter { $0.relationship == name }.compactMap(\.problem)
                #expect(named == (problem.map { [$0] } ?? []), "\(pairs.pairs[place])")
            }
            #expect(links[place] == loaded[place], "\(pairs.pairs[place])")
            #expect(problem == nil || loaded[place] == before[place], "\(pairs.pairs[place])")
        }
    }
}

/// Sources and destinations with keys of pairs of types, and a connection by each pair.
private struct KeyPairs {
    struct Pair: CustomStringConvertible {
        let source: AttributeType
        let destination: AttributeType
        let isToMany: Bool

        init(_ source: AttributeType, _ destination: AttributeType, isToMany: Bool) {
            self.source = source
            self.destination = destination
            self.isToMany = isToMany
        }

        var description: String { "\(source) → \(destination)\(isToMany ? ", to-many" : "")" }
    }

    let pairs: [Pair]

    init(_ pairs: [Pair]) {
        self.pairs = pairs
    }

    var connections: [ConnectionDescription] {
        pairs.indices.map { place in
            ConnectionDescription(
                entity: "S", relationship: "r\(place)", connectedBy: ["k\(place)": "k\(place)"])
        }
    }

    /// A payload with all objects, without their keys.
    let page = #"{"s": [{"n": 1}, {"n": 2}, {"n": 3}], "d": [{"n": 1}, {"n": 2}]}"#

    func model() throws -> ManagedObjectModel {
        func attributes(_ type: KeyPath<Pair, AttributeType>) -> [AttributeDescription] {
            [.init("n", .integer64)]
                + pairs.enumerated().map { .init("k\($0)", $1[keyPath: type]) }
        }
        return try ManagedObjectModel([
            EntityDescription(
                "S", attributes: attributes(\.source),
                relationships: pairs.enumerated().map { place, pair in
                    pair.isToMany ? .toMany("r\(place)", "D") : .toOne("r\(place)", "D")
                }),
            EntityDescription("D", attributes: attributes(\.destination)),
        ])
    }

    func plan(_ connections: [ConnectionDescription]) throws -> MappingPlan {
        let model = try model()
        let sources = try model.mapping("S", identifiedBy: ["n"], ["n": "n"]) {
            for connection in connections { $0.addConnection(connection) }
        }
        let destinations = try model.mapping("D", identifiedBy: ["n"], ["n": "n"])
        return try MappingPlan(
            MappingSet([sources, destinations], roots: ["s": "S", "d": "D"]), for: model)
    }

    /// Returns the reason why a plan refuses a connection.
    func problem(of connection: ConnectionDescription) throws -> String? {
        do {
            _ = try plan([connection])
            return nil
        } catch let error as MappingPlanError {
            return error.problems.first?.message
        }
    }

    /// Inserts objects; one of the sources has destinations that its keys do not name.
    func fill(_ container: PersistentContainer) throws {
        try container.perform { context in
            let destinations = (1...2).map { number in
                let object = context.insert("D")
                object["n"] = .integer(Int64(number))
                for (place, pair) in pairs.enumerated() {
                    object["k\(place)"] = value(number, of: pair.destination)
                }
                return object
            }
            for number in 1...3 {
                let object = context.insert("S")
                object["n"] = .integer(Int64(number))
                for (place, pair) in pairs.enumerated() {
                    object["k\(place)"] =
                        pair.source == .array
                        ? .array([value(number, of: pair.destination).element])
                        : value(number, of: pair.source)
                    guard number == 1 else { continue }
                    if pair.isToMany {
                        object[toMany: "r\(place)"] = [destinations[1]]
                    } else {
                        object[toOne: "r\(place)"] = destinations[1]
                    }
                }
            }
            try context.save()
        }
    }

    /// Returns the numbers of each source's destinations, for each connection.
    func links(_ container: PersistentContainer) throws -> [[[Value]]] {
        try container.perform { context in
            let sources = try context.fetch(FetchRequest("S", sortedBy: [.ascending("n")]))
            return pairs.enumerated().map { place, pair in
                sources.map { source in
                    let found =
                        pair.isToMany
                        ? source[toMany: "r\(place)"]
                        : source[toOne: "r\(place)"].map { [$0] } ?? []
                    return found.map { $0["n"] }
                }
            }
        }
    }

    private func value(_ number: Int, of type: AttributeType) -> Value {
        switch type {
        case .boolean: .boolean(number == 1)
        case .integer16, .integer32, .integer64: .integer(Int64(number))
        case .float, .double: .double(Double(number) + 0.5)
        case .decimal: Value(storedDecimal: "\(number).25") ?? .null
        case .string: .string("\(number)")
        case .date: .date(Timestamp(seconds: Int64(number), nanoseconds: 7) ?? .now)
        case .data: .data(Array("[\(number)]".utf8))
        case .uuid: Value(storedUUID: "00000000-0000-0000-0000-00000000000\(number)") ?? .null
        case .url: .string("https://example.com/\(number)")
        case .array: .array([.integer(Int64(number))])
        case .dictionary: .dictionary(["x": .integer(Int64(number))])
        }
    }
}
