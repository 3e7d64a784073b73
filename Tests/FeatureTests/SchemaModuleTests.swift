import Mercator
import TestSupport
import Testing

@Suite("A schema in a module of its own")
struct SchemaModuleTests {
    @Test func `key paths, mappings and objects work from another module`() throws {
        let model = try ManagedObjectModel(Vehicle.self, Truck.self)
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        var trucks = EntityMapping(for: Truck.self)
        #expect(trucks.identificationAttributes == ["truckID"])
        trucks.addAttributeMapping(from: "id", to: \Truck.truckID)
        trucks.addAttributeMapping(from: "plate", to: \Vehicle.plate)
        let operation = MappingOperation(
            try MappingPlan(MappingSet([trucks], roots: [.root: "Truck"]), for: model))
        let result = try operation.run(#"[{"id": 7, "plate": "B-7"}]"#, in: container)
        let plate = try container.perform { context in
            try context.object(Truck.self, with: result.first)?.as(Vehicle.self)?.plate
        }
        #expect(plate == "B-7")
        #expect(try operation.run(#"[{"id": 7}]"#, in: container).total.unchanged == 1)
    }
}
