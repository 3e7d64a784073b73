import Mercator

/// Records of shapes other than articles: many numbers, many members, or mostly identifiers.
enum Shapes {
    struct Node: Entity {
        let nodeID = Attribute<Int64>("nodeID")
        let rank = Attribute<Int64?>("rank")
        let score = Attribute<Int64?>("score")
        let parent: ToOne<Node> = ToOne("parent", inverse: \.children)
        let children: ToMany<Node> = ToMany("children", inverse: \.parent)
    }

    /// Creates the operation that maps a page of one shape.
    static func operation(_ shape: RecordShape) throws -> MappingOperation {
        switch shape {
        case .numbers:
            try operation(attributes("n", 10, .integer64) + attributes("d", 10, .double))
        case .wide:
            try operation(
                attributes("n", RecordShape.wideCount, .integer64)
                    + attributes("t", RecordShape.wideCount, .string))
        case .integerKeys: try nodeOperation()
        }
    }

    /// Creates the operation for an entity whose attributes have the same names as in the payload.
    private static func operation(
        _ attributes: [AttributeDescription]
    ) throws -> MappingOperation {
        let entity = EntityDescription(
            "Record", attributes: [.init("id", .integer64)] + attributes)
        let model = try ManagedObjectModel([entity])
        var records = EntityMapping(for: entity)
        records.identificationAttributes = ["id"]
        for name in entity.attributes.map(\.name) {
            records.addAttributeMapping(from: PayloadPath([.key(name)]), to: name)
        }
        let mappings = MappingSet([records], roots: ["records": "Record"])
        return MappingOperation(try MappingPlan(mappings, for: model))
    }

    private static func attributes(
        _ prefix: String, _ count: Int, _ type: AttributeType
    ) -> [AttributeDescription] {
        (0..<count).map { AttributeDescription("\(prefix)\($0)", type) }
    }

    private static func nodeOperation() throws -> MappingOperation {
        let model = try ManagedObjectModel(Node.self)
        var nodes = EntityMapping(for: Node.self)
        nodes.addAttributeMappings(["id": "nodeID", "rank": "rank", "score": "score"])
        nodes.addRelationshipMapping(from: "parent", to: "parent", using: "Node")
        let mappings = MappingSet([nodes], roots: ["records": "Node"])
        return MappingOperation(try MappingPlan(mappings, for: model))
    }
}
