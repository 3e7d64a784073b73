import EntityMapper
import MercatorPayload
import ObjectGraph

/// Builds dynamic mappings for records with several variants (E5, E6).
struct KindChoice {
    private let tree: SchemaTree
    private let records: [RecordType]
    private let mappingNames: [String]
    /// The variants at each path, with the name of their dynamic mapping.
    private var families: [(records: [Int], name: String)] = []
    /// The dynamic mapping of each variant.
    private var choices: [Int: String] = [:]

    /// Finds the paths with several variants.
    ///
    /// - Parameters:
    ///   - tree: The schema tree.
    ///   - records: The record types.
    ///   - entities: The entities.
    ///   - entityOfRecord: The entity of each record type.
    ///   - mappingNames: The name of each record type's mapping.
    init(
        tree: SchemaTree, records: [RecordType], entities: [NamedEntity], entityOfRecord: [Int],
        mappingNames: [String]
    ) {
        self.tree = tree
        self.records = records
        self.mappingNames = mappingNames
        var used = Set(mappingNames)
        for members in Self.siblings(records) {
            guard Set(members.map { entityOfRecord[$0] }).count > 1,
                let family = entities[entityOfRecord[members[0]]].family
            else { continue }
            let path = tree.text(of: records[members[0]].node)
            var name = entities[family].name
            var number = 1
            while !used.insert(name).inserted {
                name = "\(entities[family].name) at \(path)" + (number > 1 ? " \(number)" : "")
                number += 1
            }
            families.append((members, name))
            for member in members { choices[member] = name }
        }
    }

    /// Returns the variants at each path of each owner, in order.
    private static func siblings(_ records: [RecordType]) -> [[Int]] {
        var recordsByLocation: [RecordType.Location: [Int]] = [:]
        for (index, record) in records.enumerated() {
            switch record.share {
            case .variant, .collection:
                recordsByLocation[record.location, default: []].append(index)
            case .all, .link, .linked: break
            }
        }
        return recordsByLocation.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
    }

    /// Returns the name of a record type's mapping, dynamic if it is a variant.
    func name(of record: Int) -> String { choices[record] ?? mappingNames[record] }

    var dynamicMappings: [DynamicMapping] {
        families.map { family in
            var mapping = DynamicMapping(named: family.name)
            for record in family.records {
                if let matcher = matcher(of: record) { mapping.add(matcher) }
            }
            return mapping
        }
    }

    private func matcher(of record: Int) -> MappingMatcher? {
        let name = mappingNames[record]
        switch records[record].share {
        case .variant(let member, let value):
            return .value(at: PathText.path([member]), equals: .string(value), use: name)
        case .collection(let collection, let url):
            return tree.keys(from: records[record].node, to: url).map {
                .text(
                    at: PathText.path($0), matches: CollectionURL.pattern(of: collection), use: name
                )
            }
        case .all, .link, .linked: return nil
        }
    }
}
