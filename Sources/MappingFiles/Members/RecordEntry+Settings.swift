import EntityMapper
import MercatorPayload

extension RecordEntry {
    /// The members of a mapping apart from its properties.
    static let settings: [Field<RecordEntry>] =
        [map, rest]
        + Field.fields(EntityMapping.declaredSettings, unlike: .withDefaults).map {
            $0.of(\.mapping)
        }

    /// The attribute for the keys of a map: `{"key": "code"}`.
    private static let map = Field<RecordEntry>(key: "map") { record, _ in
        record.key.map { .tagged("key", .string($0)) }
    } read: { value, record, reader in
        record.mapping.isMap = true
        let members = reader.members(of: value, expected: "an object with the key's attribute")
        for member in members {
            guard member.key == "key" else {
                reader.unknown(member.key, at: member.name, among: ["key"])
                continue
            }
            record.key = Coding<_>.text(of: "the name of an attribute").read(
                member.value, &reader)
        }
        if value.kind == .object, members.isEmpty {
            reader.report(.member, at: value, "'map' needs the attribute for its keys, 'key'")
        }
    }

    /// The usual name of the attribute for the remaining members of records.
    static let restName = "rest"

    /// The attribute for the remaining members of records: `true`, or its name.
    private static let rest = Field<RecordEntry>(key: "rest") { record, _ in
        record.rest.map { $0 == restName ? .boolean(true) : .string($0) }
    } read: { value, record, reader in
        if let name = value.string, !name.isEmpty {
            record.rest = name
        } else if let flag = value.bool {
            record.rest = flag ? restName : nil
        } else {
            reader.mismatch(value, expected: "true, or the name of the attribute")
        }
        if let name = record.rest { reader.note("\(record.name).\(name)", at: value) }
    }
}
