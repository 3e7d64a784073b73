import Foundation
import Mercator
import Testing

@Suite("Renaming through several versions of Xcode's models")
struct RenamingTests {
    /// Returns versions that rename an entity, an attribute and a relationship twice; the third one
    /// has the given renaming identifiers.
    private static func versions(
        _ identifiers: (car: String, color: String, parts: String)
    ) throws -> [XcodeModelVersion] {
        func version(
            _ car: (String, String), _ color: (String, String), _ parts: (String, String)
        ) throws -> XcodeModelVersion {
            try Fixtures.version(
                """
                <entity name="\(car.0)" elementID="\(car.1)">
                <attribute name="\(color.0)" optional="YES" attributeType="String"
                    elementID="\(color.1)"/>
                <relationship name="\(parts.0)" optional="YES" toMany="YES"
                    destinationEntity="Part" elementID="\(parts.1)"/>
                </entity>
                <entity name="Part"/>
                """)
        }
        return [
            try version(("Car", ""), ("color", ""), ("parts", "")),
            try version(("Auto", "Car"), ("paint", "color"), ("pieces", "parts")),
            try version(
                ("Vehicle", identifiers.car), ("primary", identifiers.color),
                ("components", identifiers.parts)),
        ]
    }

    @Test(
        arguments: [("Car", "color", "parts"), ("Auto", "paint", "pieces")]
            as [(String, String, String)])
    func `a file of the version in between keeps everything`(
        car: String, color: String, parts: String
    ) throws {
        let versions = try Self.versions((car, color, parts))
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent("cars.sqlite").path
        let before = try PersistentContainer(
            model: versions[1].model, store: SQLiteStore(path))
        try before.perform { context throws in
            let auto = context.insert("Auto")
            auto["paint"] = "red"
            auto[toMany: "pieces"] = [context.insert("Part"), context.insert("Part")]
            try context.save()
        }
        let model = try versions[2].model(migratingFrom: versions[1])
        let after = try PersistentContainer(model: model, store: SQLiteStore(path))
        let found = try after.perform { context throws in
            try context.fetch(FetchRequest("Vehicle")).map {
                "\($0["primary"]) \($0[toMany: "components"].count)"
            }
        }
        #expect(found == ["\"red\" 2"])
    }

    @Test func `names that stay need no identifier`() throws {
        let versions = try Self.versions(("Car", "color", "parts"))
        let model = try versions[1].model(migratingFrom: versions[1])
        #expect(model["Auto"]?.renamingIdentifier == nil)
        #expect(model["Auto"]?.attribute(named: "paint")?.renamingIdentifier == nil)
        #expect(model["Auto"]?.relationship(named: "pieces")?.renamingIdentifier == nil)
    }
}
