import ModelGeneration
import ObjectGraph
import TestSupport

/// A random model with the facts that a diagram shows.
struct RandomModel {
    let model: ManagedObjectModel
    let details: DiagramDetails

    init(entities count: Int, attributes: Int, relationships: Int, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var entities = (0..<count).map { number in
            EntityDescription(
                "Entity\(number)",
                attributes: (0..<Int.random(in: attributes / 2...attributes, using: &generator))
                    .map {
                        AttributeDescription(
                            "attribute\($0)",
                            AttributeType.allCases.randomElement(using: &generator) ?? .string)
                    })
        }
        var details = DiagramDetails()
        for number in 0..<(count < 2 ? 0 : relationships) {
            let source = Int.random(in: 0..<count, using: &generator)
            let target = Int.random(in: 0..<count, using: &generator)
            let (name, inverse) = ("relationship\(number)", "inverse\(number)")
            let hasInverse = Bool.random(using: &generator)
            let end = entities[target].name
            entities[source].declaredRelationships.append(
                Bool.random(using: &generator)
                    ? .toMany(name, end, inverse: hasInverse ? inverse : nil)
                    : .toOne(name, end, inverse: hasInverse ? inverse : nil))
            if hasInverse {
                entities[target].declaredRelationships.append(
                    .toMany(inverse, entities[source].name, inverse: name))
            }
            if Int.random(in: 0..<4, using: &generator) == 0 {
                details.connected[entities[source].name, default: []].insert(name)
            }
        }
        for entity in entities {
            details.counts[entity.name] = Int.random(in: 0..<100_000, using: &generator)
        }
        model = try ManagedObjectModel(entities)
        self.details = details
    }
}
