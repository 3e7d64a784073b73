import EntityMapper
import MappingFiles
import MappingInference
import MercatorPayload
import ObjectGraph
import Testing

/// A payload that was inferred from, written as a mapping file, read again, and imported twice.
struct InferredStore {
    let inferred: InferredMapping
    let file: MappingFile
    let bench: Workbench

    /// Takes a payload the whole way, and checks what holds for each.
    init(_ json: String, name: String = "page.json") throws {
        inferred = try MappingInference().infer([
            PayloadSource(name: name, bytes: Array(json.utf8))
        ])
        let text = try inferred.file.text
        file = try MappingFile(parsing: text)
        #expect(file == inferred.file)
        #expect(try file.text == text)
        bench = try Workbench(file.model())
        let first = try bench.load(json, file.mappings)
        #expect(first.issues.isEmpty, "\(first.issues.prefix(3))")
        #expect(first.total.inserted > 0)
        let second = try bench.load(json, file.mappings)
        #expect((second.total.inserted, second.total.updated) == (0, 0), "\(second.counts)")
    }

    /// The mapping of the records, which have an `id`.
    var mapping: EntityMapping {
        get throws {
            let path = PathText.path(["id"])
            return try #require(
                file.mappings.mappings.first { !$0.attributeMappings(from: path).isEmpty })
        }
    }

    /// Compares the stored records of a payload with those that were written.
    func check(_ payload: HostilePayload) throws {
        let mapping = try mapping
        let rows = try bench.rows(mapping.entity.name, mapping.entity.attributes.map(\.name))
        #expect(rows.count == payload.records.count)
        let id = try #require(mapping.attributeMappings(from: PathText.path(["id"])).first)
        let names = mapping.entity.attributes.map(\.name)
        let place = try #require(names.firstIndex(of: id.destination))
        for record in payload.records {
            guard let row = rows.first(where: { $0[place] == record[0].value }) else {
                Issue.record("no record \(record[0].value)")
                continue
            }
            let stored = Dictionary(zip(names, row), uniquingKeysWith: { first, _ in first })
            for member in record { check(member, in: stored, mapping) }
        }
    }

    /// Compares a value of a record; one that is not mapped must be among the leftovers.
    private func check(
        _ member: HostilePayload.Member, in stored: [String: Value], _ mapping: EntityMapping
    ) {
        let path = PathText.path(member.path)
        guard let attribute = mapping.attributeMappings(from: path).first,
            let value = stored[attribute.destination]
        else {
            let isTold = inferred.leftovers.contains { $0.path.hasSuffix("\(path)") }
            let places = inferred.leftovers.map(\.path)
            #expect(isTold, "\(path) is lost; told are \(places)")
            return
        }
        let type = mapping.entity.attributes.first { $0.name == attribute.destination }?.type
        switch (type, member.value) {
        case (.date, .string), (.uuid, .string), (.url, .string), (.data, .string):
            #expect((value == .null) == (member.value == ""), "\(path): \(value)")
        default:
            #expect(value == member.value, "\(path) as \(attribute.destination)")
        }
    }
}
