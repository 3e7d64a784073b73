import EntityMapper
import MercatorPayload
import ObjectGraph

/// Drawings of shapes: an abstract entity with sub-entities that have relationships of their own.
enum Shapes {
    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([drawing, shape, circle, square, point])
    }

    /// Returns mappings that follow sub-entities, and a dynamic one that selects them by `type`.
    static func mappings(
        _ model: ManagedObjectModel, root: PayloadPath = .root, using name: String = "Any",
        _ change: (inout EntityMapping) -> Void = { _ in }
    ) throws -> MappingSet {
        let shared: KeyValuePairs<PayloadPath, String> = ["id": "shapeID", "name": "name"]
        var shape = try model.mapping("Shape", identifiedBy: ["shapeID"], shared)
        var circle = try model.mapping("Circle", identifiedBy: ["shapeID"], shared) {
            $0.addAttributeMapping(from: "radius", to: "radius")
            $0.addRelationshipMapping(from: "centre", to: "centre", using: "Point")
        }
        var square = try model.mapping("Square", identifiedBy: ["shapeID"], shared) {
            $0.addAttributeMapping(from: "side", to: "side")
        }
        for keyPath in [\EntityMapping.followsSubentities, \.acceptsIdentifiers] {
            shape[keyPath: keyPath] = true
            circle[keyPath: keyPath] = true
            square[keyPath: keyPath] = true
        }
        change(&shape)
        change(&circle)
        change(&square)
        var any = DynamicMapping(named: "Any")
        any.add(.table(at: "type", ["circle": "Circle", "square": "Square"]))
        any.add(.closure("the rest", among: ["Shape"]) { _ in .use("Shape") })
        let drawing = try model.mapping("Drawing", identifiedBy: ["title"], ["title": "title"]) {
            $0.addRelationshipMapping(from: "shapes", to: "shapes", using: "Any")
        }
        let point = try model.mapping("Point", identifiedBy: ["x", "y"], ["x": "x", "y": "y"])
        return MappingSet(
            [drawing, shape, circle, square, point], dynamicMappings: [any],
            roots: [root: name])
    }

    private static let drawing = EntityDescription(
        "Drawing", attributes: [.init("title", .string)],
        relationships: [.toMany("shapes", "Shape", inverse: "drawing", isOrdered: true)])

    private static let shape = EntityDescription(
        "Shape", isAbstract: true,
        attributes: [.init("shapeID", .integer64), .init("name", .string)],
        relationships: [.toOne("drawing", "Drawing", inverse: "shapes")])

    private static let circle = EntityDescription(
        "Circle", parent: "Shape", attributes: [.init("radius", .double)],
        relationships: [.toOne("centre", "Point", inverse: "circles")])

    private static let square = EntityDescription(
        "Square", parent: "Shape",
        attributes: [.init("side", .double, isOptional: false, defaultValue: 1)])

    private static let point = EntityDescription(
        "Point", attributes: [.init("x", .integer64), .init("y", .integer64)],
        relationships: [.toMany("circles", "Circle", inverse: "centre")])
}
