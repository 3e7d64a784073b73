import EntityMapper
import Foundation
import MercatorPayload
import ObjectGraph
import TestSupport

/// Repeated loads of the connected objects, in pages in any order.
extension RandomConnections {
    private var targets: [String] { isSelfRelation ? [] : ["Target", "SubTarget"] }

    /// Returns a plan for pages of all entities, with or without the connections.
    func loadingPlan(connects: Bool) throws -> MappingPlan {
        let mappings = try (["Source", "SubSource"] + targets).map { name in
            let isEnd = isSelfRelation || targets.contains(name)
            let isSource = !targets.contains(name)
            var mapping = try model.mapping(
                name, identifiedBy: ["number"], ["n": "number", "active": "isActive"])
            mapping.deletionPredicate = .attribute("gone") == true
            mapping.addAttributeMapping(from: "gone", to: "gone")
            if isEnd {
                mapping.addAttributeMappings([
                    "key": "key", "part": "part", "numbers": "numbers",
                ])
                mapping.addRelationshipMapping(
                    from: "next", to: "next", using: isSelfRelation ? "Source" : "Target")
            }
            if isSource {
                mapping.addAttributeMappings([
                    "foreign": "foreignKey", "foreignPart": "foreignPart", "list": "foreignKeys",
                ])
            }
            if connects {
                for connection in connections where connection.entity == name {
                    mapping.addConnection(connection)
                }
            }
            return mapping
        }
        let set =
            isSelfRelation
            ? MappingSet(mappings, roots: ["sources": "Source", "subSources": "SubSource"])
            : MappingSet(
                mappings,
                roots: [
                    "sources": "Source", "subSources": "SubSource", "targets": "Target",
                    "subTargets": "SubTarget",
                ])
        return try MappingPlan(set, for: model)
    }

    /// Returns a page with some of the objects.
    func page(_ random: inout SeededGenerator) -> String {
        let roots =
            ["sources", "subSources"] + (isSelfRelation ? [] : ["targets", "subTargets"])
        let members = roots.filter { $0 == "sources" || random.chance(0.6) }.map { root in
            let records = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                record(root, &random)
            }
            return #""\#(root)": [\#(records.joined(separator: ", "))]"#
        }
        return "{" + members.joined(separator: ", ") + "}"
    }

    private func record(_ root: String, _ random: inout SeededGenerator) -> String {
        // Objects of sub-entities have odd numbers.
        let isSub = root.hasPrefix("sub")
        let number = Int.random(in: 0...3, using: &random) * 2 + (isSub ? 1 : 0)
        var parts = [#""n": \#(number)"#]
        func add(_ name: String, _ chance: Double, _ values: [String]) {
            if random.chance(chance) { parts.append(#""\#(name)": \#(random.pick(values))"#) }
        }
        let keys = (1...4).map(keyText)
        if isSelfRelation || root.lowercased().hasSuffix("targets") {
            add("key", 0.7, keys + ["null"])
            add("part", 0.4, ["1", "2", "null"])
            if random.chance(0.5) {
                let numbers = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                    "\(Int.random(in: 0...7, using: &random))"
                }
                parts.append(#""numbers": [\#(numbers.joined(separator: ", "))]"#)
            }
            if random.chance(0.4) {
                let others = (0..<Int.random(in: 0...2, using: &random)).map { _ in
                    #"{"n": \#(Int.random(in: 0...3, using: &random) * 2)}"#
                }
                let isToMany =
                    model[isSelfRelation ? "Source" : "Target"]?.relationship(named: "next")?
                    .isToMany == true
                parts.append(
                    #""next": "#
                        + (isToMany
                            ? "[" + others.joined(separator: ", ") + "]" : others.first ?? "null"))
            }
        }
        if root.lowercased().hasSuffix("sources") {
            add("foreign", 0.7, keys + ["null"])
            add("foreignPart", 0.4, ["1", "2", "null"])
            if random.chance(0.6) {
                let list = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                    random.pick(keys + ["null", "true", #""x""#])
                }
                parts.append(#""list": [\#(list.joined(separator: ", "))]"#)
            }
        }
        add("active", 0.5, ["true", "false", "null"])
        add("gone", 0.12, ["true"])
        return "{" + parts.joined(separator: ", ") + "}"
    }

    private func keyText(_ number: Int) -> String {
        switch keyType {
        case .string: #""key\#(number)""#
        case .double: "\(Double(number) / 3)"
        case .decimal: "\(number).5"
        case .date: #""1970-01-01T00:00:0\#(number)Z""#
        case .data: #""\#(Data([UInt8(number), 0]).base64EncodedString())""#
        case .uuid: #""00000000-0000-0000-0000-00000000000\#(number)""#
        case .url: #""https://example.com/\#(number)""#
        default: "\(number)"
        }
    }
}
