import TestSupport

/// Random payloads of figures, and the results of a naive reader.
///
/// Figures have numbers from 1 to ``count``; new ones occur with one type each, and existing ones
/// with any or none.
struct RandomFigures {
    static let count = 12

    /// A figure as stored by the naive reader.
    struct Figure: Equatable {
        let entity: String
        var values: [String: Int] = [:]
        var members: [Int] = []
        var group: Int?
    }

    /// A representation, or a plain identifier.
    struct Record {
        let id: Int
        var isIdentifier = false
        var type: String?
        var values: [String: Int] = [:]
        var members: [Record]?
    }

    private(set) var figures: [Int: Figure] = [:]
    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    private static func type(of id: Int) -> String {
        ["circle", "disc", "square", "group"][id % 4]
    }

    private static let entities = [
        "circle": "Circle", "disc": "Disc", "square": "Square", "group": "Group",
    ]

    static let attributes = [
        "Circle": ["name", "radius", "serial"], "Disc": ["name", "radius", "serial", "hue"],
        "Square": ["name", "side"], "Group": ["name", "title"],
    ]

    /// Returns the next payload.
    mutating func payload() -> [Record] {
        (0..<Int.random(in: 1...6, using: &random)).map { _ in record(depth: 0) }
    }

    private mutating func record(depth: Int) -> Record {
        var record = Record(id: Int.random(in: 1...Self.count, using: &random))
        if random.chance(0.2) {
            record.isIdentifier = true
            return record
        }
        if random.chance(0.5) {
            record.type =
                figures[record.id] == nil
                ? Self.type(of: record.id)
                : random.pick(["circle", "disc", "square", "group"])
        }
        for name in ["name", "radius", "serial", "hue", "side", "title"] where random.chance(0.3) {
            record.values[name] = Int.random(in: 0...9, using: &random)
        }
        if depth < 3, random.chance(0.5) {
            record.members = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                self.record(depth: depth + 1)
            }
        }
        return record
    }

    /// Applies a payload.
    mutating func read(_ payload: [Record]) {
        var entities = figures.mapValues(\.entity)
        while true {
            var told = entities
            for record in payload { tell(record, entities, &told) }
            guard told != entities else { break }
            entities = told
        }
        for record in payload { assign(record, entities) }
        for record in payload { link(record) }
    }

    private func tell(
        _ record: Record, _ entities: [Int: String], _ told: inout [Int: String]
    ) {
        if told[record.id] == nil { told[record.id] = record.type.flatMap { Self.entities[$0] } }
        guard told[record.id] == "Group" else { return }
        for member in record.members ?? [] { tell(member, entities, &told) }
    }

    private mutating func assign(_ record: Record, _ entities: [Int: String]) {
        guard let entity = entities[record.id] else { return }
        var figure = figures[record.id] ?? Figure(entity: entity)
        for name in Self.attributes[entity] ?? [] {
            if let value = record.values[name] { figure.values[name] = value }
        }
        figures[record.id] = figure
        guard entity == "Group" else { return }
        for member in record.members ?? [] { assign(member, entities) }
    }

    /// Assigns the members of groups, inner groups first.
    private mutating func link(_ record: Record) {
        guard figures[record.id]?.entity == "Group", let members = record.members else { return }
        for member in members { link(member) }
        let old = figures[record.id]?.members ?? []
        let known = members.map(\.id).filter { figures[$0] != nil }
        var new = known.count == members.count ? [] : old
        for id in known where !new.contains(id) { new.append(id) }
        for id in old where !new.contains(id) { figures[id]?.group = nil }
        for id in new {
            if let group = figures[id]?.group, group != record.id {
                figures[group]?.members.removeAll { $0 == id }
            }
            figures[id]?.group = record.id
        }
        figures[record.id]?.members = new
    }

    /// A line for each figure.
    var lines: [String] {
        figures.sorted { $0.key < $1.key }.map { id, figure in
            let values = (Self.attributes[figure.entity] ?? []).map {
                figure.values[$0].map(String.init) ?? "nil"
            }
            return "\(figure.entity) \(id): \(values.joined(separator: " "))"
                + (figure.entity == "Group" ? " \(figure.members)" : "")
        }
    }
}

extension RandomFigures.Record {
    var json: String {
        guard !isIdentifier else { return "\(id)" }
        var parts = [#""id": \#(id)"#]
        if let type { parts.append(#""type": "\#(type)""#) }
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            let isText = ["name", "hue", "title"].contains(name)
            parts.append(isText ? #""\#(name)": "\#(value)""# : #""\#(name)": \#(value)"#)
        }
        if let members {
            parts.append(#""members": [\#(members.map(\.json).joined(separator: ", "))]"#)
        }
        return "{\(parts.joined(separator: ", "))}"
    }
}
