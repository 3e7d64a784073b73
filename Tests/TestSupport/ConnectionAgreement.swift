package import ObjectGraph
import Testing

/// Compares the graphs that two stores make of the same rows by the same connections.
package enum ConnectionAgreement {
    /// The connections that are tried.
    package enum Kind: String, Sendable, CaseIterable {
        /// Foreign keys of one part or several.
        case keys
        /// Foreign keys of which a part is an array.
        case arrays
        /// Foreign keys of relationships with an order at one end.
        case orders
        /// Paths over references, links and back.
        case paths
    }

    /// Expects two stores to make random connections alike, one after the other.
    ///
    /// - Precondition: Both stores are empty and have never been opened.
    package static func check(
        _ left: any PersistentStore, _ right: any PersistentStore, _ kind: Kind, seed: UInt64,
        size: Int = 24, requests: Int = 30
    ) throws {
        let model = try ConnectingModel.make()
        let fixtures = [try StoreFixture(left, model), try StoreFixture(right, model)]
        for fixture in fixtures {
            var graph = ConnectingGraph(fixture, SeededGenerator(seed: seed))
            try graph.fill(size)
        }
        #expect(try content(fixtures[0]) == content(fixtures[1]), "seed \(seed)")
        var random = RandomConnections(model, kind, SeededGenerator(seed: ~seed))
        for _ in 0..<requests {
            let (request, text) = random.request()
            let outcomes = try fixtures.map {
                try $0.backend.connect([request], registering: ChangeSet())
            }
            #expect(outcomes[0] != nil, "seed \(seed): \(text)")
            #expect(outcomes[0] == outcomes[1], "seed \(seed): \(text)")
            #expect(
                try content(fixtures[0]) == content(fixtures[1]), "seed \(seed): \(text)")
        }
    }

    /// The content of a store without versions: a store may write a row twice in one commit.
    private static func content(_ fixture: StoreFixture) throws -> StoreContent {
        var content = try fixture.content()
        for place in content.rows.indices { content.rows[place].version = 1 }
        return content
    }
}

/// A random graph of the ``ConnectingModel``, with references, links and positions that are
/// partly missing.
private struct ConnectingGraph {
    private let fixture: StoreFixture
    private var values: RandomKeys

    init(_ fixture: StoreFixture, _ generator: SeededGenerator) {
        self.fixture = fixture
        values = RandomKeys(generator: generator)
    }

    mutating func fill(_ size: Int) throws {
        var changes = ChangeSet()
        let owners = try (0..<size).map { try row($0 % 4 == 0 ? "Special" : "Owner", []) }
        let items = try (0..<size * 2).map { _ in try row("Item", owners.map(\.number)) }
        changes.inserted = owners + items
        for name in ["linked", "listed"] {
            let isOrdered = name == "listed"
            var links: [[Int64]: StoredLink] = [:]
            for place in 0..<size {
                let source = values.generator.pick(items).number
                let destination = values.generator.pick(owners).number
                links[[source, destination]] = StoredLink(
                    source: source, destination: destination,
                    position: isOrdered && values.generator.chance(0.7) ? Int64(place) : nil)
            }
            changes.links.append(
                try fixture.links(
                    "Item", name,
                    stored: links.sorted { $0.key.lexicographicallyPrecedes($1.key) }
                        .map(\.value)))
        }
        try fixture.backend.commit(changes)
    }

    private mutating func row(_ entity: String, _ owners: [Int64]) throws -> StoredRow {
        var stored = try fixture.row(entity)
        for (slot, layout) in fixture.model.layouts[stored.entity].slots.enumerated() {
            switch layout.content {
            case .attribute(let attribute):
                stored.row[slot] = values.value(
                    of: attribute.type, null: attribute.isOptional ? 0.3 : 0)
            case .reference where values.generator.chance(0.5):
                stored.row[slot] = .integer(values.generator.pick(owners))
            case .position where values.generator.chance(0.7):
                stored.row[slot] = .integer(Int64.random(in: 0..<9, using: &values.generator))
            case .reference, .position: continue
            }
        }
        return stored
    }
}

/// Keys from small pools, and arrays of what may or may not be keys.
private struct RandomKeys {
    var generator: SeededGenerator

    mutating func value(of type: AttributeType, null: Double) -> Value {
        if type == .array, !generator.chance(null) {
            let count = Int.random(in: 0..<6, using: &generator)
            return .array((0..<count).map { _ in element() })
        }
        if [.integer16, .integer32, .integer64].contains(type), !generator.chance(null) {
            return .integer(generator.pick([0, 1, 2, 3]))
        }
        if type == .string, generator.chance(0.2) { return .string("a\0b") }
        var values = RandomValues(generator)
        defer { generator = values.generator }
        return values.value(of: type, null: null)
    }

    /// Returns a value of any type as JSON represents it, or its text.
    private mutating func element() -> Value {
        let type = generator.pick(ConnectingModel.keys).type
        let text = ValueJSON.text(value(of: type, null: 0.1))
        return generator.chance(0.2) ? .string(text) : ValueJSON.value(text) ?? .null
    }
}

/// Random requests that a store can evaluate for all sources at once.
private struct RandomConnections {
    private let model: ManagedObjectModel
    private let kind: ConnectionAgreement.Kind
    private var generator: SeededGenerator

    init(
        _ model: ManagedObjectModel, _ kind: ConnectionAgreement.Kind,
        _ generator: SeededGenerator
    ) {
        self.model = model
        self.kind = kind
        self.generator = generator
    }

    /// Returns a request with its description.
    mutating func request() -> (ConnectionRequest, String) {
        while true {
            let layout = generator.pick(model.relationships.filter(isWanted))
            var request = ConnectionRequest(
                relationship: layout.index, sources: RowRequest(entity: layout.entity),
                destinations: RowRequest(
                    entity: layout.destination, includesSubentities: generator.chance(0.7)))
            if generator.chance(0.3) { request.sources.predicate = condition }
            if generator.chance(0.3) { request.destinations.predicate = condition }
            if kind == .paths {
                request.path = path(from: layout.entity, to: layout.destination)
                request.keepsWithoutMatch = generator.chance(0.5)
            } else {
                addKeys(to: &request, layout)
            }
            guard request.isSetBased(in: model) else { continue }
            let (source, destination) = (
                model.layouts[layout.entity], model.layouts[layout.destination]
            )
            let keys = zip(request.sourceSlots, request.destinationSlots).map {
                "\(source.slots[$0].name) = \(destination.slots[$1].name)"
            }
            let path = request.path.map { model.relationships[$0].name }
            return (request, "\(source.name).\(layout.name) by \(keys)\(path): \(request)")
        }
    }

    private func isWanted(_ layout: RelationshipLayout) -> Bool {
        switch kind {
        case .keys: true
        case .paths: !layout.isOrdered
        case .arrays: layout.isToMany
        case .orders:
            layout.isOrdered || layout.inverse.map { model.relationships[$0].isOrdered } ?? false
        }
    }

    private var condition: EntityPredicate {
        mutating get {
            generator.chance(0.5)
                ? PropertyPath.attribute("source") < 2
                : !PropertyPath.attribute("destination").isNil
        }
    }

    private mutating func addKeys(to request: inout ConnectionRequest, _ layout: RelationshipLayout)
    {
        var names = ConnectingModel.keys.map(\.name).shuffled(using: &generator)
            .prefix(generator.pick([1, 1, 2, 3]))
        if generator.chance(0.2) { names.append("code") }
        let slots = [layout.entity, layout.destination].map { model.layouts[$0].slotIndexes }
        for (place, name) in names.enumerated() {
            let isArray =
                place == 0 && (kind == .arrays || layout.isToMany && generator.chance(0.3))
            guard let source = slots[0][isArray ? "list" : name], let destination = slots[1][name]
            else { continue }
            request.sourceSlots.append(source)
            request.destinationSlots.append(destination)
        }
    }

    /// Returns a path of one to three steps.
    private mutating func path(from source: Int, to destination: Int) -> [Int] {
        while true {
            var path: [Int] = []
            var entity = source
            for _ in 0..<generator.pick([1, 3]) {
                let step = generator.pick(model.relationships.filter { $0.entity == entity })
                path.append(step.index)
                entity = step.destination
            }
            if entity == destination { return path }
        }
    }
}
