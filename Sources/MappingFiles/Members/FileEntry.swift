import EntityMapper
import MercatorPayload
import ObjectGraph

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
            .required(
                "source", \.source,
                .object(of: MappingFile.Source.fields) { MappingFile.Source() }),
            list("roots", \.roots, RootEntry.fields) { RootEntry() },
        ]
        + Field.fields(MappingSet.declaredSettings, unlike: MappingSet()).map { $0.of(\.settings) }
        + [
            .objects("entities", \.entities, RecordEntry.entityFields),
            .objects("mappings", \.mappings, RecordEntry.mappingFields),
            .objects("dynamic", \.dynamicMappings, DynamicEntry.fields),
            .field("order", \.order, unless: Order(), .object(of: Order.fields) { Order() }),
            .field("fixed", \.fixed, unless: [], .list(of: .text)),
            list("ignored", \.ignored, [.required("at", \.self, .text(of: "a place"))]) { "" },
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
            let choice = Coding<_>.choice(known.map { ($0, $0) })
            if let format = choice.read(value, &reader) { source.format = format }
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
