import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport

/// Nodes with relationships of every kind to each other, and payloads that assign either end of
/// them, under any policy, any number of times.
enum Knots {
    /// One end of a relationship.
    struct End {
        let name: String
        var inverse: String?
        var isToMany = false
        var isOrdered = false
    }

    static let ends: [End] = [
        End(name: "bag", inverse: "owner", isToMany: true), End(name: "owner", inverse: "bag"),
        End(name: "row", inverse: "head", isToMany: true, isOrdered: true),
        End(name: "head", inverse: "row"),
        End(name: "lid", inverse: "pot"), End(name: "pot", inverse: "lid"),
        End(name: "heap", inverse: "heaps", isToMany: true),
        End(name: "heaps", inverse: "heap", isToMany: true),
        End(name: "line", inverse: "lines", isToMany: true, isOrdered: true),
        End(name: "lines", inverse: "line", isToMany: true),
        End(name: "friends", inverse: "friends", isToMany: true),
        End(name: "peer", inverse: "peer"),
        End(name: "tags", isToMany: true),
        End(name: "steps", isToMany: true, isOrdered: true),
        End(name: "main"),
    ]

    static func end(_ name: String) -> End? { ends.first { $0.name == name } }

    static func model() throws -> ManagedObjectModel {
        let relationships: [RelationshipDescription] = ends.map { end in
            end.isToMany
                ? .toMany(end.name, "Node", inverse: end.inverse, isOrdered: end.isOrdered)
                : .toOne(end.name, "Node", inverse: end.inverse)
        }
        return try ManagedObjectModel([
            EntityDescription(
                "Node", attributes: [.init("nodeID", .integer64)], relationships: relationships)
        ])
    }

    /// The policies with which the records of a mapping assign relationships.
    enum Manner: String, CaseIterable {
        case set, union
        /// Removed objects would be deleted, which is not allowed.
        case preserving

        func policy(_ end: End) -> AssignmentPolicy {
            switch self {
            case .set: .set
            case .union: end.isToMany ? .union : .set
            case .preserving: .replace
            }
        }
    }

    /// The members of a record with relationships, in the order of the mapping, two for each
    /// relationship.
    static let members: [(key: String, end: End)] =
        ends.map { ($0.name, $0) } + ends.reversed().map { ("more " + $0.name, $0) }

    static func mappings(_ model: ManagedObjectModel) throws -> MappingSet {
        let mappings = try Manner.allCases.map { manner in
            try model.mapping("Node", identifiedBy: ["nodeID"], ["id": "nodeID"]) { mapping in
                mapping.name = manner.rawValue
                for (key, end) in members {
                    mapping.addRelationshipMapping(
                        RelationshipMapping(
                            from: PayloadPath([.key(key)]), to: end.name, using: "any",
                            assignmentPolicy: manner.policy(end),
                            allowedOperations: manner == .preserving ? [.insert, .update] : nil))
                }
            }
        }
        let matchers = Manner.allCases.map { manner in
            MappingMatcher.value(
                at: "how", equals: .string(manner.rawValue), use: manner.rawValue)
        }
        return MappingSet(
            mappings, dynamicMappings: [DynamicMapping(named: "any", matchers)],
            roots: [.root: "any"])
    }
}

/// A payload of nodes: the assignments of each record, in order.
struct KnotPayload {
    /// The assignment of a relationship by a record.
    struct Word {
        let node: Int
        let manner: Knots.Manner
        let end: Knots.End
        let others: [Int]
    }

    /// The assignments, with those of nested records before those of enclosing ones.
    private(set) var words: [Word] = []
    private(set) var json = ""

    init(_ random: inout SeededGenerator) {
        let names = Knots.ends.map(\.name).filter { _ in random.chance(0.3) }
        let records = (0..<Int.random(in: 1...5, using: &random)).map { _ in
            record(Int.random(in: 1...6, using: &random), depth: 2, names, &random)
        }
        json = "[" + records.joined(separator: ", ") + "]"
    }

    private mutating func record(
        _ node: Int, depth: Int, _ names: [String], _ random: inout SeededGenerator
    ) -> String {
        let manner = random.pick(Knots.Manner.allCases)
        var parts = [#""id": \#(node), "how": "\#(manner)""#]
        for (key, end) in Knots.members where depth > 0 && names.contains(end.name) {
            guard random.chance(0.3) else { continue }
            guard !random.chance(0.1) else {
                parts.append(#""\#(key)": null"#)
                words.append(Word(node: node, manner: manner, end: end, others: []))
                continue
            }
            let count = end.isToMany ? Int.random(in: 0...3, using: &random) : 1
            let others = (0..<count).map { _ in Int.random(in: 1...6, using: &random) }
            let records = others.map { record($0, depth: depth - 1, names, &random) }
            let list = records.joined(separator: ", ")
            parts.append(#""\#(key)": \#(end.isToMany ? "[\(list)]" : list)"#)
            words.append(Word(node: node, manner: manner, end: end, others: others))
        }
        return "{" + parts.joined(separator: ", ") + "}"
    }
}

/// The graph that results from assignments in order, of which later ones take precedence.
struct NaiveKnots {
    private var lists: [String: [Int: [Int]]] = [:]

    mutating func say(_ word: KnotPayload.Word) {
        let end = word.end
        let old = lists[end.name]?[word.node] ?? []
        var new = word.manner.policy(end) == .union ? old : []
        for other in word.others where !new.contains(other) { new.append(other) }
        for other in old where !new.contains(other) { unlink(end, word.node, other) }
        for other in new { link(end, word.node, other) }
        if end.isOrdered { lists[end.name]?[word.node] = new }
    }

    private mutating func link(_ end: Knots.End, _ node: Int, _ other: Int) {
        guard lists[end.name]?[node]?.contains(other) != true else { return }
        let inverse = end.inverse.flatMap(Knots.end)
        if !end.isToMany, let old = lists[end.name]?[node]?.first { unlink(end, node, old) }
        if let inverse, !inverse.isToMany, let old = lists[inverse.name]?[other]?.first {
            unlink(inverse, other, old)
        }
        lists[end.name, default: [:]][node, default: []].append(other)
        guard let inverse, inverse.name != end.name || node != other else { return }
        lists[inverse.name, default: [:]][other, default: []].append(node)
    }

    private mutating func unlink(_ end: Knots.End, _ node: Int, _ other: Int) {
        lists[end.name]?[node]?.removeAll { $0 == other }
        guard let inverse = end.inverse else { return }
        lists[inverse]?[other]?.removeAll { $0 == node }
    }

    /// Returns the destinations of a node's relationship.
    func text(_ end: Knots.End, of node: Int) -> String {
        let list = lists[end.name]?[node] ?? []
        return "\(end.name) \(end.isOrdered ? list : list.sorted())"
    }
}
