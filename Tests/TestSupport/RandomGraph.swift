import ObjectGraph

/// A random graph of the ``ContractModel``; equal seeds yield equal graphs in every store.
package struct RandomGraph {
    private let fixture: StoreFixture
    private var values: RandomValues
    private var numbers: [String: [Int64]] = [:]

    private init(_ fixture: StoreFixture, _ generator: SeededGenerator) {
        self.fixture = fixture
        values = RandomValues(generator)
    }

    /// Inserts about `size` objects into an empty store.
    package static func fill(
        _ fixture: StoreFixture, size: Int, generator: SeededGenerator
    ) throws {
        var graph = RandomGraph(fixture, generator)
        try graph.insertRows(size)
        try graph.insertLinks(size)
    }

    private mutating func insertRows(_ size: Int) throws {
        var changes = ChangeSet()
        let shares = [("Person", 8), ("Author", 6), ("Tag", 6), ("Cover", 8), ("Article", 2)]
        for (entity, share) in shares {
            for _ in 0..<max(2, size / share) {
                let row = try row(entity)
                numbers[entity, default: []].append(row.number)
                changes.inserted.append(row)
            }
        }
        try fixture.backend.commit(changes)
    }

    /// Creates a row whose unique attributes derive from its number, so that no
    /// constraint is violated.
    private mutating func row(_ entity: String) throws -> StoredRow {
        var stored = try fixture.row(entity)
        for (slot, layout) in fixture.model.layouts[stored.entity].slots.enumerated() {
            switch layout.content {
            case .attribute(let attribute) where attribute.isUnique:
                stored.row[slot] = .string("\(attribute.name) \(stored.number)")
            case .attribute(let attribute):
                stored.row[slot] = values.value(of: attribute.type)
            case .reference(let relationship):
                let description = fixture.model.relationships[relationship].description
                // One-to-one partners are assigned by `pair`; other references are to rows
                // inserted earlier.
                if description.name == "article" || description.name == "cover" { continue }
                let targets = numbers[description.destination] ?? []
                guard !targets.isEmpty, values.generator.chance(0.7) else { continue }
                stored.row[slot] = .integer(values.generator.pick(targets))
            case .position:
                stored.row[slot] = values.value(of: .integer16)
            }
        }
        if entity == "Author" { stored.row[try fixture.slots(entity, ["contract"])[0]] = .null }
        try pair(&stored, entity)
        return stored
    }

    private mutating func pair(_ stored: inout StoredRow, _ entity: String) throws {
        guard entity == "Article", values.generator.chance(0.4) else { return }
        let covers = numbers["Cover"] ?? []
        guard let slot = try? fixture.slots("Article", ["cover"]).first,
            stored.number <= covers.count
        else { return }
        stored.row[slot] = .integer(covers[Int(stored.number) - 1])
    }

    private mutating func insertLinks(_ size: Int) throws {
        var changes = ChangeSet()
        for layout in fixture.model.relationships where layout.storage == .links {
            let sources = family(layout.entity)
            let targets = family(layout.destination)
            var links: [[Int64]: StoredLink] = [:]
            for _ in 0..<size {
                let ends = [values.generator.pick(sources), values.generator.pick(targets)]
                for ends in layout.isSymmetric ? [ends, ends.reversed()] : [ends] {
                    links[ends] = StoredLink(
                        source: ends[0], destination: ends[1],
                        position: layout.isOrdered ? Int64(links.count) : nil,
                        inversePosition: layout.isOrdered ? Int64(-links.count) : nil)
                }
            }
            var change = LinkChanges(relationship: layout.index)
            change.stored = links.values.sorted {
                ($0.source, $0.destination) < ($1.source, $1.destination)
            }
            changes.links.append(change)
        }
        try fixture.backend.commit(changes)
    }

    private func family(_ entity: Int) -> [Int64] {
        fixture.model.layouts[entity].family.flatMap {
            numbers[fixture.model.layouts[$0].name] ?? []
        }
    }
}
