import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport

/// Boxes with items in relationships of every kind, and loads of them under every policy.
enum Boxes {
    static func model() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Box",
                attributes: [.init("boxID", .integer64), .init("label", .string)],
                relationships: [
                    .toMany("bag", "Item", inverse: "box"),
                    .toMany("row", "Item", inverse: "rows", isOrdered: true),
                    .toMany("heap", "Item", inverse: "heaps"),
                    .toOne("pick", "Item", inverse: "picks"),
                ]),
            EntityDescription(
                "Item",
                attributes: [
                    .init("itemID", .integer64), .init("name", .string), .init("note", .string),
                ],
                relationships: [
                    .toOne("box", "Box", inverse: "bag"), .toMany("rows", "Box", inverse: "row"),
                    .toMany("heaps", "Box", inverse: "heap"),
                    .toMany("picks", "Box", inverse: "pick"),
                ]),
        ])
    }

    static let relationships = ["bag", "row", "heap", "pick"]

    /// The treatment of boxes and their contents by a load.
    struct Rules: CustomStringConvertible {
        struct Relationship {
            var policy: AssignmentPolicy
            var allowed: AllowedOperations?
        }

        var isIdentified = true
        var reuses = true
        var boxes = AllowedOperations.all
        var items = AllowedOperations.all
        var relationships: [String: Relationship] = [:]

        init(_ random: inout SeededGenerator, restricts: Bool) {
            isIdentified = random.chance(0.5)
            reuses = random.chance(0.8)
            if restricts {
                if random.chance(0.3) { boxes = Boxes.operations(&random) }
                if random.chance(0.5) { items = Boxes.operations(&random) }
            }
            for name in Boxes.relationships {
                let policies: [AssignmentPolicy] =
                    name == "pick" ? [.set, .replace] : AssignmentPolicy.allCases
                relationships[name] = Relationship(
                    policy: random.pick(policies),
                    allowed: restricts && random.chance(0.5) ? Boxes.operations(&random) : nil)
            }
        }

        func allowed(_ name: String) -> AllowedOperations { relationships[name]?.allowed ?? items }

        var description: String {
            let parts = Boxes.relationships.map { name in
                "\(name) \(relationships[name]?.policy.rawValue ?? ""), \(allowed(name))"
            }
            return "identified \(isIdentified), reuses \(reuses), boxes \(boxes), items \(items); "
                + parts.joined(separator: "; ")
        }

        func mappings(_ model: ManagedObjectModel) throws -> MappingSet {
            let box = try model.mapping(
                "Box", identifiedBy: ["boxID"], ["id": "boxID", "label": "label"]
            ) { box in
                box.allowedOperations = boxes
                for name in Boxes.relationships {
                    box.addRelationshipMapping(
                        RelationshipMapping(
                            from: PayloadPath([.key(name)]), to: name, using: "Item",
                            assignmentPolicy: relationships[name]?.policy ?? .set,
                            allowedOperations: relationships[name]?.allowed))
                }
            }
            let item = try model.mapping(
                "Item", identifiedBy: isIdentified ? ["itemID"] : nil,
                isIdentified
                    ? ["id": "itemID", "name": "name", "note": "note"]
                    : ["name": "name", "note": "note"]
            ) { item in
                item.allowedOperations = items
                item.reusesUnidentifiedObjects = reuses
                item.deletionPredicate = .attribute("note") == "gone"
            }
            return MappingSet([box, item], roots: [.root: "Box"])
        }
    }

    static func operations(_ random: inout SeededGenerator) -> AllowedOperations {
        AllowedOperations(rawValue: UInt8.random(in: 0...7, using: &random))
    }
}

/// The contents of a payload of boxes, and its text.
struct BoxPayload {
    struct Item: Equatable {
        var id: Int64?
        var name: String
        /// The note; `nil` if it is absent.
        var note: String?

        var json: String {
            let parts = [
                id.map { #""id": \#($0)"# }, #""name": "\#(name)""#,
                note.map { #""note": "\#($0)""# },
            ]
            return "{" + parts.compactMap { $0 }.joined(separator: ", ") + "}"
        }
    }

    /// An element of a list: an item, `null`, or an empty object.
    enum Element: Equatable {
        case item(Item), null, blank

        var json: String {
            switch self {
            case .item(let item): item.json
            case .null: "null"
            case .blank: "{}"
            }
        }
    }

    struct Box {
        var id: Int64
        var label: String?
        /// The lists by relationship, with `nil` for `null`; absent relationships have no entry.
        var lists: [String: [Element]?] = [:]

        var json: String {
            var parts = [#""id": \#(id)"#]
            if let label { parts.append(#""label": "\#(label)""#) }
            for name in Boxes.relationships {
                guard let list = lists[name] else { continue }
                let elements = (list ?? []).map(\.json)
                let value =
                    list == nil
                    ? "null"
                    : name == "pick" ? elements[0] : "[" + elements.joined(separator: ", ") + "]"
                parts.append(#""\#(name)": \#(value)"#)
            }
            return "{" + parts.joined(separator: ", ") + "}"
        }
    }

    var boxes: [Box] = []

    var json: String { "[" + boxes.map(\.json).joined(separator: ", ") + "]" }

    init(_ random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            var box = Box(id: Int64.random(in: 1...2, using: &random))
            if random.chance(0.5) { box.label = random.pick(["x", "y"]) }
            for name in Boxes.relationships where random.chance(0.6) {
                guard !random.chance(0.1) else {
                    box.lists[name] = .some(nil)
                    continue
                }
                let count = name == "pick" ? 1 : Int.random(in: 0...3, using: &random)
                let mayBeBlank = name != "pick"
                box.lists[name] = (0..<count).map { _ in
                    Self.element(&random, mayBeBlank: mayBeBlank)
                }
            }
            boxes.append(box)
        }
    }

    private static func element(
        _ random: inout SeededGenerator, mayBeBlank: Bool
    ) -> Element {
        if mayBeBlank, random.chance(0.08) { return random.chance(0.5) ? .null : .blank }
        var item = Item(name: random.pick(["a", "b", "c", "d"]))
        if random.chance(0.7) { item.id = Int64.random(in: 1...4, using: &random) }
        if random.chance(0.4) { item.note = random.pick(["n", "m", "gone"]) }
        return .item(item)
    }
}
