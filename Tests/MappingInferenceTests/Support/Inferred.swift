import EntityMapper
import MappingFiles
import MappingInference
import MercatorPayload
import ObjectGraph
import Testing

/// The result of an inference in short lines.
///
/// Each result is checked: its text reads back as the same file, its model and its plans compile,
/// and the payloads in reverse order give the same text (R0).
struct Inferred {
    let mapping: InferredMapping
    private let files: [(name: String, text: String)]

    init(
        _ files: [(name: String, text: String)],
        _ change: (inout InferenceOptions) -> Void = { _ in }
    ) throws {
        try self.init(
            files.map { PayloadSource(name: $0.name, bytes: Array($0.text.utf8)) }, files, change)
    }

    init(
        _ text: String, named name: String = "page.json",
        _ change: (inout InferenceOptions) -> Void = { _ in }
    ) throws {
        try self.init([(name, text)], change)
    }

    init(
        _ sources: [PayloadSource], _ files: [(name: String, text: String)] = [],
        _ change: (inout InferenceOptions) -> Void = { _ in }
    ) throws {
        self.files = files
        var options = InferenceOptions()
        change(&options)
        let inference = MappingInference(options: options)
        mapping = try inference.infer(sources)
        let file = mapping.file
        #expect(try MappingFile(parsing: file.text) == file)
        for group in [nil] + file.groups.map({ Optional($0.name) }) {
            _ = try file.plan(forSource: group)
        }
        if sources.count > 1 {
            #expect(try inference.infer(sources.reversed()).file.text == file.text)
        }
    }

    // MARK: Entities

    /// The entities with their identification attributes: `Post postID`, `Review`.
    var entities: [String] {
        mapping.entities.map {
            ([$0.name] + [$0.identification.joined(separator: "+")]).filter { !$0.isEmpty }
                .joined(separator: " ")
        }
    }

    /// The summary of an entity.
    func entity(_ name: String) -> EntitySummary? { mapping.entities.first { $0.name == name } }

    /// The places of an entity.
    func places(_ name: String) -> [String] { entity(name)?.paths.map(\.path).sorted() ?? [] }

    /// The name of the entity at a place.
    func entity(at place: String) -> String? {
        mapping.entities.first { $0.paths.contains { $0.path == place } }?.name
    }

    // MARK: Attributes

    /// An attribute, as `Post.title`.
    subscript(property: String) -> AttributeSummary? {
        let parts = property.split(separator: ".", maxSplits: 1).map(String.init)
        return entity(parts[0])?.attributes.first { $0.name == parts[1] }
    }

    /// The names of the attributes of an entity.
    func attributes(_ name: String) -> [String] { entity(name)?.attributes.map(\.name) ?? [] }

    // MARK: Relationships

    /// The relationships that nested records fill: `Status.user→User`, `Status.tags*→Tag`; two
    /// stars for ordered ones.
    var relationships: [String] {
        mapping.entities.flatMap { entity in
            entity.relationships.filter { $0.source != nil }.map {
                "\(entity.name).\($0.name)\(Self.star($0))→\($0.destination)"
            }
        }.sorted()
    }

    /// The relationships without a source: inverses, and those that connections fill.
    var inverses: [String] {
        mapping.entities.flatMap { entity in
            entity.relationships.filter { $0.source == nil }.map {
                "\(entity.name).\($0.name)\(Self.star($0))→\($0.destination)"
            }
        }.sorted()
    }

    private static func star(_ relationship: RelationshipSummary) -> String {
        relationship.isToMany ? relationship.isOrdered ? "**" : "*" : ""
    }

    /// The connections that are made: `Post.userID→User 1.0`.
    var connections: [String] { connections(isApplied: true) }

    /// The connections that are only possible.
    var possible: [String] { connections(isApplied: false) }

    private func connections(isApplied: Bool) -> [String] {
        mapping.entities.flatMap { entity in
            entity.connections.filter { $0.isApplied == isApplied }.map {
                let keys = $0.keys.map(\.source).joined(separator: "+")
                return "\(entity.name).\(keys)→\($0.destination) \($0.confidence)"
            }
        }.sorted()
    }

    // MARK: Leftovers and decisions

    /// The places that are left over for a reason.
    func leftovers(_ reason: Leftover.Reason) -> [String] {
        mapping.leftovers.filter { $0.reason == reason }.map(\.path)
    }

    /// The rules that decided on a subject.
    func rules(_ subject: String) -> [String] {
        mapping.decisions.filter { $0.subject == subject && $0.isApplied }.map(\.rule)
    }

    // MARK: Objects

    /// Maps the payloads twice, and counts the objects of each entity; the second time must insert
    /// and update nothing.
    func objects(sourceLocation: SourceLocation = #_sourceLocation) throws -> [String: Int] {
        let container = try container(sourceLocation: sourceLocation)
        return try container.perform { context in
            var counts: [String: Int] = [:]
            for entity in mapping.file.entities where !entity.isAbstract {
                let count = try context.fetch(FetchRequest(entity.name)).count
                if count > 0 { counts[entity.name] = count }
            }
            return counts
        }
    }

    /// The values of all objects of an entity, in order of the values of the first name.
    func rows(_ entity: String, _ names: [String]) throws -> [String] {
        for name in names { _ = try #require(self["\(entity).\(name)"], "\(entity).\(name)") }
        return try container().perform { context in
            try context.fetch(FetchRequest(entity)).map { object in
                names.map { Self.text(object[$0]) }.joined(separator: " ")
            }
        }.sorted()
    }

    /// The remaining members of all objects of an entity, of those that have any.
    func rests(_ entity: String, in name: String = "rest") throws -> [[String: Value]] {
        try container().perform { context in
            try context.fetch(FetchRequest(entity)).compactMap { object in
                if case .dictionary(let members) = object[name] { members } else { nil }
            }
        }
    }

    /// The number of objects that a relationship of all objects of an entity refers to.
    func linked(_ entity: String, _ relationship: String) throws -> Int {
        let isToMany = Dictionary(
            self.entity(entity)?.relationships.map { ($0.name, $0.isToMany) } ?? [],
            uniquingKeysWith: { first, _ in first })
        return try container().perform { context in
            try context.fetch(FetchRequest(entity)).reduce(0) { sum, object in
                let isMany = isToMany[relationship] ?? false
                return sum
                    + (isMany
                        ? object[toMany: relationship].count
                        : object[toOne: relationship] == nil ? 0 : 1)
            }
        }
    }

    private static func text(_ value: Value) -> String {
        switch value {
        case .null: "-"
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let value): value
        default: "\(value)"
        }
    }

    /// Loads the payloads twice, and returns the container.
    func container(
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> PersistentContainer {
        let container = try PersistentContainer(model: mapping.file.model(), store: InMemoryStore())
        for isRepeat in [false, true] {
            for file in files {
                let (result, changed) = try load(file, into: container)
                #expect(result.failed == 0, "\(file.name)", sourceLocation: sourceLocation)
                guard isRepeat else { continue }
                #expect(
                    result.inserted == 0, "\(file.name): \(changed)", sourceLocation: sourceLocation
                )
                #expect(
                    result.updated == 0, "\(file.name): \(changed)", sourceLocation: sourceLocation)
            }
        }
        return container
    }

    private func load(
        _ file: (name: String, text: String), into container: PersistentContainer
    ) throws -> (MappingCounts, [String]) {
        let summary = mapping.sources.first { $0.name == file.name }
        let documents =
            summary?.format == "lines"
            ? file.text.split(whereSeparator: \.isNewline).map(String.init) : [file.text]
        var stem = String(file.name.prefix { $0 != "." && !$0.isNumber })
        while stem.last == "_" { stem.removeLast() }
        let group = mapping.file.groups.first { $0.name == stem }?.name
        var operation = MappingOperation(try mapping.file.plan(forSource: group))
        operation.metadata["source"] = .string(file.name)
        var total = MappingCounts()
        var changed: [String] = []
        let roots = mapping.file.mappings(forSource: group).roots.count
        for (index, document) in documents.enumerated() {
            operation.positions = .counted(from: Array(repeating: index, count: roots))
            let result = try operation.run(document, in: container)
            let counts = result.total
            changed += result.counts.filter { $1.inserted + $1.updated > 0 }.keys
            total.inserted += counts.inserted
            total.updated += counts.updated
            total.failed += counts.failed
        }
        return (total, Set(changed).sorted())
    }
}
