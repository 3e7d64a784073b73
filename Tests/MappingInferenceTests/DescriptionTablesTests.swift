import Foundation
import MappingFiles
import MappingInference
import ObjectGraph
import Testing

/// Descriptions of real APIs, against tables written by hand; `Descriptions/README.md` tells both.
@Suite("Tables of descriptions")
struct DescriptionTablesTests {
    /// The descriptions, with the rows of their tables that may be missing.
    private static let missing = [
        "petstore": 0, "github": 4, "stripe": 8, "twilio": 4,
    ]

    @Test(arguments: ["petstore", "github", "stripe", "twilio"])
    func `95 % of a table are right, and nothing is wrong`(name: String) throws {
        let inferred = try Described.named(name).mapping
        let table = try DescriptionTable(named: name)
        let score = DescriptionScore(table, inferred)
        #expect(score.wrong == [])
        #expect(score.right * 100 >= 95 * (score.right + score.missing.count))
        #expect(score.missing.count == Self.missing[name], "\(score.missing)")
        #expect(score.right >= 9)
    }
}

/// A table: entities with their identities and relationships.
///
/// ```text
/// Order id             an entity, and the member that identifies its objects; - for none
///   petId => Pet       a foreign key
///   lines -> [part]    objects without an identity, in an array
///   payer ?            objects of several entities, which are offered
/// ```
struct DescriptionTable {
    struct Row {
        let path: String
        let outcome: String
    }

    private(set) var entities: [(name: String, identity: String, rows: [Row])] = []

    init(named name: String) throws {
        let url = Described.folder.appendingPathComponent("\(name).txt")
        for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            if line.hasPrefix("  ") {
                entities[entities.count - 1].rows.append(Row(path: words[0], outcome: words[1]))
            } else {
                entities.append((words[0], words[1], []))
            }
        }
    }
}

/// The comparison of a result with a table.
///
/// A part where the table has an entity is missing, not wrong: nothing is merged. Relationships and
/// keys at the first level that the table does not have are wrong.
struct DescriptionScore {
    private(set) var right = 0
    private(set) var missing: [String] = []
    private(set) var wrong: [String] = []
    private let entities: [String: EntitySummary]

    init(_ table: DescriptionTable, _ inferred: InferredMapping) {
        entities = Dictionary(uniqueKeysWithValues: inferred.entities.map { ($0.name, $0) })
        for (name, identity, rows) in table.entities {
            guard let entity = entities[name] else {
                if identity == "-" {
                    right += 1
                } else {
                    missing += [name] + rows.map { "\(name).\($0.path)" }
                }
                continue
            }
            compareIdentity(of: entity, with: identity)
            for row in rows { compare(row, of: entity) }
            addOthers(of: entity, beside: Set(rows.map(\.path)))
        }
    }

    private func sources(_ names: [String], of entity: EntitySummary) -> [String] {
        entity.attributes.filter { names.contains($0.name) }.map(\.source)
    }

    private mutating func compareIdentity(of entity: EntitySummary, with identity: String) {
        let sources = sources(entity.identification, of: entity)
        if sources == (identity == "-" ? [] : [identity]) {
            right += 1
        } else if sources.isEmpty {
            missing.append("\(entity.name) \(identity)")
        } else {
            wrong.append("\(entity.name) \(sources)")
        }
    }

    private func outcome(at path: String, of entity: EntitySummary) -> String? {
        if let nested = entity.relationships.first(where: { $0.source == path }) {
            let isPart = entities[nested.destination]?.identification == []
            let name = isPart ? "part" : nested.destination
            return nested.isToMany ? "-> [\(name)]" : "-> \(name)"
        }
        return entity.connections.first { sources([$0.keys[0].source], of: entity) == [path] }
            .map { "=> \($0.destination)" }
    }

    private mutating func compare(_ row: DescriptionTable.Row, of entity: EntitySummary) {
        let found = outcome(at: row.path, of: entity)
        if found == row.outcome || found == nil && row.outcome == "?" {
            right += 1
        } else if let found, !found.contains("part") {
            wrong.append("\(entity.name).\(row.path) \(found)")
        } else {
            missing.append("\(entity.name).\(row.path) \(row.outcome)")
        }
    }

    private mutating func addOthers(of entity: EntitySummary, beside paths: Set<String>) {
        let nested = entity.relationships.compactMap(\.source)
        let keys = entity.connections.flatMap { sources([$0.keys[0].source], of: entity) }
        for path in nested + keys where !paths.contains(path) && !path.contains(".") {
            guard let outcome = outcome(at: path, of: entity), outcome != "-> part" else {
                continue
            }
            wrong.append("\(entity.name).\(path) \(outcome), which no table has")
        }
    }
}
