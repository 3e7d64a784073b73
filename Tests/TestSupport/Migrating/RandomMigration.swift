package import ObjectGraph
import Testing

/// Changes ``MigrationModel`` repeatedly, and tracks the expected location of every value.
package struct RandomMigration {
    /// An attribute across renamings, with the value of each object.
    private struct Track {
        var entity: String
        var name: String
        var values: [Int64: Value]
    }

    /// Describes itself with the seed.
    package private(set) var generator: SeededGenerator
    package private(set) var round = 0
    private var entities = MigrationModel.entities
    private var relationship = "labels"
    private var tracks = [
        Track(entity: "Person", name: "name", values: [1: "Anna", 2: "Ben"]),
        Track(entity: "Post", name: "title", values: [1: "One", 2: "Two", 3: "Three"]),
        Track(entity: "Label", name: "name", values: [1: "a", 2: "b"]),
        Track(entity: "Circle", name: "size", values: [1: 3]),
        Track(entity: "Square", name: "size", values: [2: 4]),
    ]
    private var post: String { tracks[1].entity }

    package init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// Returns the model after another change.
    package mutating func nextModel() throws -> ManagedObjectModel {
        change()
        round += 1
        return try ManagedObjectModel(entities)
    }

    /// Expects a store that was migrated to the last model to have all values and links.
    package func expectContent(of store: any StoreBackend, _ model: ManagedObjectModel) throws {
        let reader = try store.makeReader()
        for track in tracks {
            let layout = try #require(model.layout(named: track.entity))
            let slot = try #require(layout.slotIndexes[track.name])
            for (number, value) in track.values {
                let row = try reader.rows(root: layout.root, numbers: [number]).first
                #expect(
                    row?.row[slot] == value,
                    "\(generator), round \(round): \(track.entity).\(track.name) \(number)")
            }
        }
        let labels = try #require(
            model.index(ofEntity: post).flatMap {
                model.relationship(named: relationship, of: $0)
            })
        let links = try RandomMigration.links(of: labels, reader)
        #expect(links == [[1, 2], [1, 1], [2, 2]], "\(generator), round \(round)")
    }

    private static func links(
        of relationship: RelationshipLayout, _ reader: any StoreReader
    ) throws -> [[Int64]] {
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
}

/// The changes.
extension RandomMigration {
    private mutating func change() {
        let post = post
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
            rename(track.entity, to: "E\(round)")
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

    private mutating func rename(_ old: String, to new: String) {
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
