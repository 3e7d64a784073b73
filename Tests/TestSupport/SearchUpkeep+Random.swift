import ObjectGraph
import Testing

extension SearchUpkeep {
    /// A search finds what a reading of all texts finds, while containers and another program
    /// write, and others open the store for other models.
    ///
    /// - Parameters:
    ///   - seed: The seed of the changes.
    ///   - rounds: The number of changes, each with a search.
    ///   - statements: More statements of the other program, for a text.
    ///   - execute: Executes a statement of the other program.
    /// - Throws: The errors of the store.
    package func checkRandomWriters(
        seed: UInt64, rounds: Int, statements: (String) -> [String] = { _ in [] },
        execute: (String) throws -> Void
    ) throws {
        var writers = try RandomWriters(self, seed)
        for round in 0..<rounds {
            if let text = try writers.change() {
                try execute(
                    writers.values.generator.pick(
                        statements(text) + [
                            "INSERT INTO \"Note\" (_id, _version, title) "
                                + "VALUES (\(1000 + round), 1, \(text))",
                            "UPDATE \"Note\" SET title = \(text) WHERE _id % 3 = 0",
                            "DELETE FROM \"Note\" WHERE _id IN (SELECT max(_id) FROM \"Note\")",
                        ]))
            }
            try writers.search("\(writers.values.generator), round \(round)")
        }
        try expectIntact(source: writers.source, "\(writers.values.generator)")
    }
}

/// Two containers that change notes.
private struct RandomWriters {
    let upkeep: SearchUpkeep
    var values: RandomValues
    var containers: [PersistentContainer] = []
    /// The present name of the third text.
    var source = "source"

    init(_ upkeep: SearchUpkeep, _ seed: UInt64) throws {
        self.upkeep = upkeep
        values = RandomValues(SeededGenerator(seed: seed))
        for _ in 0..<2 { containers.append(try open()) }
    }

    private mutating func open(earlier: String? = nil) throws -> PersistentContainer {
        let searchable = SearchUpkeep.texts.filter { _ in values.generator.chance(0.5) }
        return try upkeep.notes(searchable: searchable, source: source, earlier: earlier)
    }

    /// Makes a change, or returns a literal for one of another program.
    mutating func change() throws -> String? {
        let container = values.generator.pick(containers)
        switch values.generator.next() % 10 {
        case 0...2:
            let texts = ["title", "body", source].map { ($0, values.value(of: .string)) }
            try container.write { context in
                let note = context.insert("Note")
                for (name, text) in texts { note[name] = text }
            }
        case 3...4:
            let (text, deletes) = (values.value(of: .string), values.generator.chance(0.3))
            let name = values.generator.pick(["body", source])
            let step = Int(values.generator.next() % 4) + 1
            try container.write { context in
                for (index, note) in try context.fetch(FetchRequest("Note")).enumerated()
                where index % step == 0 {
                    if deletes { context.delete(note) } else { note[name] = text }
                }
            }
        case 5...6:
            guard case .string(let text) = values.value(of: .string) else { return "NULL" }
            return text.utf8.contains(0) ? nil : "'\(text.replacing("'", with: "''"))'"
        case 7: container.backend.beginLoad()
        case 8: for container in containers { try container.backend.endLoad() }
        default:
            if values.generator.chance(0.3) { return try rename() }
            containers[1] = try open()
        }
        return nil
    }

    /// Opens the store for a model with another name of a text, which ends earlier containers.
    private mutating func rename() throws -> String? {
        let earlier = source
        source = earlier == "source" ? "origin" : "source"
        containers[1] = try open(earlier: earlier)
        let error = #expect(throws: StoreError.self) {
            try containers[0].write { $0.insert("Note")[earlier] = "a" }
        }
        #expect(error?.code == .schemaMismatch)
        containers[0] = try open()
        return nil
    }

    /// Compares a search of the index with a search of all texts.
    mutating func search(_ comment: Comment) throws {
        let query = SearchQuery(values.searchText())
        let names = ["title", "body", source].filter { _ in values.generator.chance(0.7) }
        guard !names.isEmpty else { return }
        let request = FetchRequest("Note", where: .matches(query, in: names))
        let (found, expected) = try values.generator.pick(containers).read { context in
            let expected = try context.fetch(FetchRequest("Note")).filter { note in
                let texts = names.compactMap { name -> String? in
                    guard case .string(let text) = note[name] else { return nil }
                    return text
                }
                return query.root.map { SearchReference.holds($0, texts) } ?? false
            }
            return (try context.fetch(request).map(\.objectID), expected.map(\.objectID))
        }
        #expect(found == expected, "\(comment): \(query) in \(names)")
    }
}
