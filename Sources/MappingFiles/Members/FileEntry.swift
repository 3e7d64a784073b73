import EntityMapper
import ObjectGraph
import Payload

/// A mapping file as its members.
struct FileEntry: Sendable {
    var source = MappingFile.Source()
    var roots: [RootEntry] = []
    var entities: [RecordEntry] = []
    var mappings: [RecordEntry] = []
    var dynamicMappings: [DynamicEntry] = []
    var settings = MappingSet()
    var fixed: [String] = []
    var ignored: [String] = []
    var possible: [MappingFile.Possibility] = []
    var order = Order()

    /// The order of entities and mappings, if they are not sorted by name.
    struct Order: Sendable, Equatable {
        var entities: [String]?
        var mappings: [String]?
        var dynamicMappings: [String]?
    }

    /// The members, apart from the version.
    static let fields: [Field<FileEntry>] =
        [
            Field(key: "source") { file, writer in
                MappingFile.Source.fields.node(file.source, &writer)
            } read: { value, file, reader in
                MappingFile.Source.fields.read(value, into: &file.source, &reader)
            },
            list("roots", \.roots, RootEntry.fields) { RootEntry() },
        ]
        + Field.fields(MappingSet.declaredSettings, unlike: MappingSet()).map { $0.of(\.settings) }
        + [
            records("entities", \.entities, RecordEntry.entityFields),
            records("mappings", \.mappings, RecordEntry.mappingFields),
            dynamic,
            Field(key: "order") { file, writer in
                file.order == Order() ? nil : Order.fields.node(file.order, &writer)
            } read: { value, file, reader in
                Order.fields.read(value, into: &file.order, &reader)
            },
            .field("fixed", \.fixed, unless: [], .list(of: .text)),
            list("ignored", \.ignored, [.path]) { "" },
            list("possible", \.possible, MappingFile.Possibility.fields) {
                MappingFile.Possibility(connect: "", confidence: 0)
            },
        ]

    /// Returns a member with an array of objects.
    private static func list<Entry: Sendable>(
        _ key: String, _ path: any WritableKeyPath<FileEntry, [Entry]> & Sendable,
        _ fields: [Field<Entry>], _ create: @escaping @Sendable () -> Entry
    ) -> Field<FileEntry> {
        Field(key: key) { file, writer in
            let entries = file[keyPath: path]
            return entries.isEmpty ? nil : .array(entries.map { fields.node($0, &writer) })
        } read: { value, file, reader in
            if value.kind != .array { reader.mismatch(value, expected: "an array") }
            for (index, element) in value.elements.enumerated() {
                reader.note(" \(key)[\(index)]", at: element)
                var entry = create()
                fields.read(element, into: &entry, &reader)
                file[keyPath: path].append(entry)
            }
        }
    }

    /// Returns a member with an object for each entity or mapping.
    private static func records(
        _ key: String, _ path: any WritableKeyPath<FileEntry, [RecordEntry]> & Sendable,
        _ fields: [Field<RecordEntry>]
    ) -> Field<FileEntry> {
        Field(key: key) { file, writer in
            let entries = file[keyPath: path]
            guard !entries.isEmpty else { return nil }
            return .object(
                entries.map { entry in
                    writer.subject = entry.name
                    defer { writer.subject = "" }
                    return PayloadNode.Member(entry.name, fields.node(entry, &writer))
                })
        } read: { value, file, reader in
            for member in reader.members(of: value) {
                var entry = RecordEntry(member.key)
                reader.subject = member.key
                reader.note(member.key, at: member.name)
                fields.read(member.value, into: &entry, &reader)
                reader.subject = ""
                file[keyPath: path].append(entry)
            }
        }
    }

    private static let dynamic = Field<FileEntry>(key: "dynamic") { file, writer in
        guard !file.dynamicMappings.isEmpty else { return nil }
        return .object(
            file.dynamicMappings.map { entry in
                writer.subject = entry.name
                defer { writer.subject = "" }
                return PayloadNode.Member(entry.name, DynamicEntry.fields.node(entry, &writer))
            })
    } read: { value, file, reader in
        for member in reader.members(of: value) {
            var entry = DynamicEntry(member.key)
            reader.subject = member.key
            reader.note(member.key, at: member.name)
            DynamicEntry.fields.read(member.value, into: &entry, &reader)
            reader.subject = ""
            file.dynamicMappings.append(entry)
        }
    }
}

/// A root path in a mapping file.
struct RootEntry: Sendable {
    var path: PayloadPath?
    /// The name of the mapping, if it equals the name of its entity.
    var entity: String?
    /// The name of the mapping otherwise.
    var mapping: String?
    /// The name of the group of sources.
    var source: String?
    /// The columns of the records in this group, if they are rows.
    var rows: [String]?

    static let fields: [Field<RootEntry>] = [
        .field("at", \.path, .path),
        .field("entity", \.entity, .text(of: "the name of an entity")),
        .field("mapping", \.mapping, .text(of: "the name of a mapping")),
        .field("rows", \.rows, .list(of: .text(of: "the name of a column"))),
        .field("source", \.source, .text(of: "the name of a kind of sources")),
    ]
}

extension FileEntry.Order {
    fileprivate static let fields: [Field<Self>] = [
        .field("entities", \.entities, .list(of: .text)),
        .field("mappings", \.mappings, .list(of: .text)),
        .field("dynamic", \.dynamicMappings, .list(of: .text)),
    ]
}

extension MappingFile.Source {
    fileprivate static let fields: [Field<Self>] = [
        Field(key: "format") { source, _ in
            .string(source.format)
        } read: { value, source, reader in
            let known = ["csv", "form", "json", "lines", "plist", "tsv", "xml"]
            guard let format = value.string, known.contains(format) else {
                let advice = value.string.map { Suggestion.text(for: $0, among: known) } ?? ""
                reader.mismatch(value, expected: "one of \(known.joined(separator: ", "))", advice)
                return
            }
            source.format = format
        },
        .field("rows", \.rows, .list(of: .text(of: "the name of a column"))),
    ]
}

extension MappingFile.Possibility {
    fileprivate static let fields: [Field<Self>] = [
        .field("connect", \.connect, unless: "", .text),
        Field(key: "confidence") { possibility, _ in
            .number(Double(possibility.confidence) / 100)
        } read: { value, possibility, reader in
            guard let number = value.double, 0...1 ~= number else {
                reader.mismatch(value, expected: "a number from 0 to 1")
                return
            }
            possibility.confidence = Int((number * 100).rounded())
        },
    ]
}

extension Field where Root == String {
    /// The path of values that are not mapped.
    fileprivate static var path: Field {
        Field(key: "at") { path, _ in
            .string(path)
        } read: { value, path, reader in
            path = Coding<_>.text(of: "a place").read(value, &reader) ?? path
        }
    }
}
