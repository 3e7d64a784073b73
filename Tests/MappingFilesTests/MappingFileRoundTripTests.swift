import EntityMapper
import Foundation
import MappingFiles
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing
import ValueTransforms

@Suite("Mapping files, written and read")
struct MappingFileRoundTripTests {
    @Test(arguments: Seeds.upTo(300, from: 1))
    func `any file is read as it was written`(seed: UInt64) throws {
        var random = RandomMappingFile(seed: seed)
        let file = random.file()
        let text = try file.text
        let again = try MappingFile(parsing: Array(text.utf8), validates: false)
        #expect(again == file, "seed \(seed)\n\(again.parts(differentFrom: file))")
        #expect(try again.text == text, "seed \(seed)")
    }

    @Test(arguments: Seeds.upTo(60, from: 1))
    func `mappings are coded by value`(seed: UInt64) throws {
        var random = RandomMappingFile(seed: seed)
        let file = random.file().resolved
        let coded = try JSONEncoder().encode(file.mappings)
        let again = try JSONDecoder().decode(MappingSet.self, from: coded)
        #expect(again.roots == file.mappings.roots, "seed \(seed)")
        #expect(again.dynamicMappings == file.mappings.dynamicMappings, "seed \(seed)")
        #expect(again == file.mappings, "seed \(seed)")
    }

    @Test func `a model is coded by value`() throws {
        let model = try MappingFile(parsing: FileExample.text).model()
        let coded = try JSONEncoder().encode(model)
        #expect(try JSONDecoder().decode(ManagedObjectModel.self, from: coded) == model)
        let list = try PropertyListEncoder().encode(model)
        #expect(try PropertyListDecoder().decode(ManagedObjectModel.self, from: list) == model)
    }

    @Test func `values of all kinds are read as they were written`() throws {
        var values = RandomValues(SeededGenerator(seed: 7))
        for _ in 0..<40 {
            for type in AttributeType.allCases {
                let value = values.value(of: type, null: 0.05)
                var entity = EntityDescription("A")
                entity.userInfo = ["v": value, "w": [value], "x": ["date": value]]
                let file = MappingFile(entities: [entity], mappings: MappingSet())
                #expect(try MappingFile(parsing: file.text) == file, "\(value)")
                let coded = try JSONEncoder().encode(file)
                #expect(try JSONDecoder().decode(MappingFile.self, from: coded) == file, "\(value)")
            }
        }
    }
}

extension MappingFile {
    /// The parts in which two files differ, for messages.
    func parts(differentFrom other: MappingFile) -> [String] {
        let (left, right) = (resolved, other.resolved)
        var parts: [String] = []
        if left.entities.map(\.name) != right.entities.map(\.name) { parts.append("entities") }
        for (one, two) in zip(left.entities, right.entities) where one != two {
            parts.append("\(one)\n\(two)")
        }
        let (one, two) = (left.mappings, right.mappings)
        if one.roots != two.roots { parts.append("roots \(one.roots) \(two.roots)") }
        if one.dynamicMappings != two.dynamicMappings { parts.append("dynamic") }
        if one.mappings.map(\.name) != two.mappings.map(\.name) {
            parts.append("mappings \(one.mappings.map(\.name)) \(two.mappings.map(\.name))")
        }
        for (one, two) in zip(one.mappings, two.mappings) where one != two {
            if one.attributeMappings != two.attributeMappings {
                parts.append("\(one.attributeMappings)\n\(two.attributeMappings)")
            }
            if one.relationshipMappings != two.relationshipMappings {
                parts.append("\(one.relationshipMappings)\n\(two.relationshipMappings)")
            }
            if one.connections != two.connections {
                parts.append("\(one.connections)\n\(two.connections)")
            }
            if one.entity != two.entity { parts.append("entity \(one.entity)\n\(two.entity)") }
            parts.append("mapping \(one.name)")
        }
        if left.fixed != right.fixed { parts.append("fixed \(left.fixed) \(right.fixed)") }
        if left.paths != right.paths { parts.append("places") }
        return parts
    }
}
