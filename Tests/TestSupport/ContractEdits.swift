package import ObjectGraph

/// Random changes to a graph of the ``ContractModel``, each saved by a separate unit of work.
package struct ContractEdits: Sendable {
    private let container: PersistentContainer
    private var values: RandomValues
    private var count: Int64 = 0

    /// Creates a sequence of changes.
    package init(_ container: PersistentContainer, seed: UInt64) {
        self.container = container
        values = RandomValues(SeededGenerator(seed: seed))
    }

    /// Makes some changes and saves them.
    package mutating func save(steps: Int) throws {
        self = try container.perform { [self] context in
            var edits = self
            for _ in 0..<steps { try edits.step(context) }
            try context.save()
            return edits
        }
    }

    private mutating func step(_ context: ManagedObjectContext) throws {
        let roll = Int.random(in: 0..<20, using: &values.generator)
        if roll < 5 { return try insert(context) }
        let entity = values.generator.pick(["Article", "Article", "Person", "Tag", "Cover"])
        let objects = try context.fetch(FetchRequest(entity))
        guard !objects.isEmpty else { return try insert(context) }
        let object = values.generator.pick(objects)
        switch roll {
        case 5, 6: context.delete(object)
        case 7..<12: try relate(object, context)
        default:
            let layout = try layout(object.entity.name)
            for _ in 0..<values.generator.pick([1, 1, 2, 5]) {
                set(values.generator.pick(layout.slots), of: object)
            }
        }
    }

    private mutating func insert(_ context: ManagedObjectContext) throws {
        let entity = values.generator.pick(
            ["Article", "Article", "Article", "Author", "Person", "Tag", "Cover"])
        let object = context.insert(entity)
        for slot in try layout(entity).slots { set(slot, of: object) }
        for _ in 0..<3 { try relate(object, context) }
    }

    private func layout(_ entity: String) throws -> EntityLayout {
        guard let index = container.model.index(ofEntity: entity) else {
            throw StoreFixture.UnknownName(name: entity)
        }
        return container.model.layouts[index]
    }

    /// Sets an attribute; unique values are numbered, so that no save fails.
    private mutating func set(_ slot: SlotLayout, of object: ManagedObject) {
        guard let attribute = slot.attribute, attribute.name != "contract" else { return }
        var value = values.value(of: attribute.type)
        if attribute.isUnique, !value.isNull {
            count += 1
            value = .string("\(values.generator.pick(["a", "b", "c d"])) \(count)")
        }
        object[attribute.name] = value
    }

    private mutating func relate(
        _ object: ManagedObject, _ context: ManagedObjectContext
    ) throws {
        let entity = container.model.entities[try layout(object.entity.name).index]
        let relationships = container.model.relationships.filter {
            container.model.layouts[$0.entity].includes(
                container.model.index(ofEntity: entity.name) ?? 0)
        }
        guard let layout = relationships.randomElement(using: &values.generator) else { return }
        let name = layout.description.name
        let candidates = try context.fetch(FetchRequest(layout.description.destination))
        guard layout.isToMany else {
            object[toOne: name] =
                values.generator.chance(0.2)
                ? nil : candidates.randomElement(using: &values.generator)
            return
        }
        var destinations = Array(
            candidates.shuffled(using: &values.generator).prefix(values.generator.pick([0, 1, 3])))
        if values.generator.chance(0.5) {
            destinations += object[toMany: name].filter { !destinations.contains($0) }
        }
        object[toMany: name] = destinations
    }
}
