import EntityMapper
import ObjectGraph
import Payload

/// The dynamic mappings of records that are of several kinds (E5, E6).
struct KindChoice {
    let tree: PlaceTree
    let records: [Record]
    let drafts: [EntityDraft]
    let entityOfRecord: [Int]
    let mappingName: (Int) -> String

    /// The records of each place that has several kinds, in order.
    private var families: [(records: [Int], name: String)] {
        var families: [(records: [Int], name: String)] = []
        var used = Set(drafts.filter { !$0.records.isEmpty }.map(\.name))
        for (index, record) in records.enumerated() {
            let siblings = siblings(of: index)
            guard siblings.count > 1, siblings.first == index else { continue }
            guard let family = drafts[entityOfRecord[index]].family else { continue }
            var name = drafts[family].name
            if !used.insert(name).inserted {
                name += " at \(tree.text(of: record.place))"
                var number = 2
                while !used.insert(name).inserted {
                    name = "\(drafts[family].name) at \(tree.text(of: record.place)) \(number)"
                    number += 1
                }
            }
            families.append((siblings, name))
        }
        return families
    }

    private func siblings(of index: Int) -> [Int] {
        let record = records[index]
        switch record.share {
        case .variant, .collection:
            return records.indices.filter {
                records[$0].place == record.place && records[$0].owner == record.owner
                    && records[$0].share != .all
            }
        case .all, .link, .linked: return [index]
        }
    }

    /// The name of the mapping of a record: that of its entity, or of the choice among several.
    func name(of record: Int) -> String {
        families.first {
            $0.records.contains(record) && Set($0.records.map { entityOfRecord[$0] }).count > 1
        }?.name
            ?? mappingName(record)
    }

    var dynamicMappings: [DynamicMapping] {
        families.filter { Set($0.records.map { entityOfRecord[$0] }).count > 1 }.map { family in
            var mapping = DynamicMapping(named: family.name)
            for record in family.records {
                switch records[record].share {
                case .variant(let member, let value):
                    mapping.add(
                        .value(
                            at: PathText.path([member]), equals: .string(value),
                            use: mappingName(record)))
                case .collection(let name):
                    guard let path = urlPath(of: records[record]) else { continue }
                    mapping.add(
                        .text(
                            at: path, matches: ".*/\(Self.escaped(name))/[^/]+/?",
                            use: mappingName(record)))
                case .all, .link, .linked: continue
                }
            }
            return mapping
        }
    }

    private func urlPath(of record: Record) -> PayloadPath? {
        record.columns.first { !tree[$0.place].texts.collections.isEmpty }
            .map { PathText.path($0.path) }
    }

    private static func escaped(_ text: String) -> String {
        text.map { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" ? "\($0)" : "\\\($0)" }
            .joined()
    }
}
