import HTTPValues
import MercatorPayload
import ObjectGraph

/// The serialised form of a validator: one JSON object.
extension StoredValidator {
    private static let version: Int64 = 1

    var text: String {
        var members: [PayloadNode.Member] = [
            .init("version", .number(Self.version)), .init("date", .number(date)),
        ]
        if let tag { members.append(.init("etag", .string(tag.text))) }
        if let lastModified { members.append(.init("modified", .string(lastModified))) }
        if let representation {
            members += [
                .init("plan", .string(representation.plan)),
                .init(
                    "vary",
                    .array(
                        representation.vary.map {
                            .array([.string($0.name), $0.value.map(PayloadNode.string) ?? .null])
                        })),
                .init("roots", Self.node(representation.roots)),
            ]
            if let lifetime = representation.lifetime {
                members.append(.init("lifetime", .number(lifetime)))
            }
        }
        return String(decoding: PayloadNode.object(members).jsonBytes(), as: UTF8.self)
    }

    /// Writes identifiers as arrays of an entity and the numbers that follow each other there.
    private static func node(_ roots: [ManagedObjectID]) -> PayloadNode {
        var groups: [(entity: String, numbers: [PayloadNode])] = []
        for root in roots {
            if groups.last?.entity != root.entityName { groups.append((root.entityName, [])) }
            groups[groups.count - 1].numbers.append(.number(root.number))
        }
        return .array(groups.map { .array([.string($0.entity)] + $0.numbers) })
    }

    /// Parses the serialised form; `nil` for invalid text, such as a later version's.
    init?(text: String) {
        guard let root = try? PayloadDocument(parsing: text).root,
            root["version"]?.int64 == Self.version, let date = root["date"]?.int64
        else { return nil }
        self.date = date
        tag = root["etag"]?.string.map(EntityTag.init)
        lastModified = root["modified"]?.string
        guard let plan = root["plan"]?.string else { return }
        guard let vary = root["vary"], let roots = root["roots"] else { return nil }
        representation = Representation(
            roots: roots.elements.flatMap(Self.identifiers), plan: plan,
            vary: vary.elements.compactMap { pair in
                pair[0]?.string.map { VariedField(name: $0, value: pair[1]?.string) }
            },
            lifetime: root["lifetime"]?.int64)
    }

    private static func identifiers(_ group: PayloadValue) -> [ManagedObjectID] {
        guard let entity = group[0]?.string else { return [] }
        return group.elements.compactMap(\.int64).map {
            ManagedObjectID(entityName: entity, number: $0)
        }
    }
}
