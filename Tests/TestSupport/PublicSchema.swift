// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import ObjectGraph

/// A schema in a separate module, as in the guide on models.
public struct Vehicle: Entity {
    public static var isAbstract: Bool { true }
    public let plate = Attribute<String>("plate", default: "")
    public init() {}
}

/// A subentity with identification attributes and a relationship.
public struct Truck: Entity {
    public static var parent: (any Entity.Type)? { Vehicle.self }
    public static var userInfo: [String: Value] { ["identificationAttributes": "truckID"] }
    public let truckID = Attribute<Int64>("truckID")
    public let trailer = ToOne<Vehicle>("trailer")
    public init() {}
}
