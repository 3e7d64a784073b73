import ObjectGraph
import ObjectGraphSQL
import ObjectGraphSQLite
import TestSupport
import Testing

/// Changes a model repeatedly, and tracks the expected location of every value.
@Suite("Random migrations")
struct RandomMigrationTests {
    /// An attribute across renamings, with the value of each object.
    private struct Track {
        var entity: String
        var name: String
        var values: [Int64: Value]
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `what survives keeps its values and links`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let file = try TemporaryStore()
        try MigrationModel.fill(file.path)
        var entities = MigrationModel.entities
        var tracks = [
            Track(entity: "Person", name: "name", values: [1: "Anna", 2: "Ben"]),
            Track(entity: "Post", name: "title", values: [1: "One", 2: "Two", 3: "Three"]),
            Track(entity: "Label", name: "name", values: [1: "a", 2: "b"]),
            Track(entity: "Circle", name: "size", values: [1: 3]),
            Track(entity: "Square", name: "size", values: [2: 4]),
        ]
        var relationship = "labels"
        for round in 0..<10 {
            let before = try SQLiteFile(file.path).dump()
            var post = tracks[1].entity
            change(&entities, &tracks, &relationship, post: post, round, &generator)
            post = tracks[1].entity
            let model = try ManagedObjectModel(entities)
            let store = try file.open(model, options: .init(migration: .inferred))
            for track in tracks {
                let layout = try #require(model.layout(named: track.entity))
                let slot = try #require(layout.slotIndexes[track.name])
                for (number, value) in track.values {
                    let row = try store.row(number, root: layout.root)
                    #expect(
                        row?.row[slot] == value,
                        "\(generator), round \(round): \(track.entity).\(track.name) \(number)")
                }
            }
            let labels = try #require(
                model.index(ofEntity: post).flatMap {
                    model.relationship(named: relationship, of: $0)
                })
            let links = try links(of: labels, model, store)
            #expect(links == [[1, 2], [1, 1], [2, 2]], "\(generator), round \(round)")
            let after = try SQLiteFile(file.path)
            try after.expectSoundKeys()
            #expect(try after.dump() != before)
        }
    }

    private func links(
        of relationship: RelationshipLayout, _ model: ManagedObjectModel, _ store: SQLiteBackend
    ) throws -> [[Int64]] {
        let reader = try store.makeReader()
        switch relationship.storage {
        case .links:
            return try reader.links(of: relationship.index, from: [1, 2, 3])
                .sorted { ($0.source, $0.position ?? 0) < ($1.source, $1.position ?? 0) }
                .map { [$0.source, $0.destination] }
        case .inverseLinks(let other):
            return try reader.links(of: other, to: [1, 2, 3])
                .sorted {
                    ($0.destination, $0.inversePosition ?? 0)
                        < ($1.destination, $1.inversePosition ?? 0)
                }
                .map { [$0.destination, $0.source] }
        case .reference, .inverseReference: return []
        }
    }

    private func change(
        _ entities: inout [EntityDescription], _ tracks: inout [Track],
        _ relationship: inout String, post: String, _ round: Int,
        _ generator: inout SeededGenerator
    ) {
        let index = Int.random(in: tracks.indices, using: &generator)
        let track = tracks[index]
        let fresh = "n\(round)"
        // Ensures that every round changes the file.
        entities[track.entity].declaredAttributes.append(AttributeDescription("x\(round)", .date))
        switch Int.random(in: 0..<6, using: &generator) {
        case 0:
            let type = entities[track.entity][attribute: track.name].type
            entities[track.entity][attribute: track.name].renamingIdentifier = track.name
            entities[track.entity][attribute: track.name].name = fresh
            // The old name can immediately be used for a new attribute.
            if generator.chance(0.5) {
                entities[track.entity].declaredAttributes.append(
                    AttributeDescription(track.name, type))
            }
            tracks[index].name = fresh
        case 1:
            rename(track.entity, to: "E\(round)", &entities)
            for place in tracks.indices where tracks[place].entity == track.entity {
                tracks[place].entity = "E\(round)"
            }
        case 2: entities.shuffle(using: &generator)
        case 3:
            let dropped = entities[track.entity].declaredAttributes
                .filter { found in !tracks.contains { $0.name == found.name } }
                .filter { $0.name != "x\(round)" }
            guard let name = dropped.randomElement(using: &generator)?.name else { return }
            entities[track.entity].declaredAttributes.removeAll { $0.name == name }
        case 4:
            entities[post][relationship: relationship].renamingIdentifier = relationship
            entities[post][relationship: relationship].name = "r\(round)"
            let end = tracks[2].entity
            for place in entities[end].declaredRelationships.indices
            where entities[end].declaredRelationships[place].inverse == relationship {
                entities[end].declaredRelationships[place].inverse = "r\(round)"
            }
            relationship = "r\(round)"
        default:
            let end = tracks[2].entity
            entities[end].declaredRelationships[0].isOrdered.toggle()
        }
    }

    private func rename(_ old: String, to new: String, _ entities: inout [EntityDescription]) {
        entities[old].renamingIdentifier = old
        entities[old].name = new
        for index in entities.indices {
            if entities[index].parent == old { entities[index].parent = new }
            for place in entities[index].declaredRelationships.indices
            where entities[index].declaredRelationships[place].destination == old {
                entities[index].declaredRelationships[place].destination = new
            }
        }
    }
}
