// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Mercator
import Testing

public struct Bridge: Entity {
    public let bridgeID = Attribute<Int64>(from: "id")
    public let name = Attribute<String>(from: "name", default: "")
    public let material = Attribute<Material>(from: "material", default: .other)
    public let river = ToOne<River>(from: "river", inverse: \.bridges)
    public init() {}
}

public struct River: Entity {
    public let riverID = Attribute<Int64>(from: "id")
    public let name = Attribute<String?>(from: "name")
    public let bridges = ToMany<Bridge>()
    let checksum = Attribute<String?>(from: "checksum")
    public init() {}
}

public enum Material: String, AttributeValue { case stone, steel, other }

public enum Atlas {
    /// Opens a container; the only way for other modules to make one.
    public static func container(in store: any PersistentStore) throws -> PersistentContainer {
        try PersistentContainer(
            for: Bridge.self, River.self, in: store, mappings: [bridges],
            roots: ["data.items": "Bridge"])
    }

    static var bridges: EntityMapping {
        EntityMapping(
            Bridge.self,
            .map("material", to: \.material, unknownCases: .fallback(Material.other)))
    }
}

extension Object<Bridge> {
    /// A name for a list.
    public var title: String { "\(self.name) (\(self.river?.name ?? "no river"))" }
}

@Suite("Your schema in a module of its own")
struct SchemaInAModuleTests {
    @Test func `a module makes the container`() throws {
        let container = try Atlas.container(in: InMemoryStore())
        try container.load(
            #"""
            {"data": {"items": [
              {"id": 1, "name": "Tower Bridge", "material": "glass", "river": {"id": 7, "name": "Thames"}}
            ]}}
            """#)
        let titles = try container.read { context in
            try context.fetch(Bridge.self, sortedBy: [.ascending(\Bridge.name)]) {
                $0.material == .other
            }
            .map(\.title)
        }  // ["Tower Bridge (Thames)"]
        #expect(titles == ["Tower Bridge (Thames)"])
        let model = container.model
        #expect(model["River"]?.attributes.map(\.name).contains("checksum") == true)
    }
}
