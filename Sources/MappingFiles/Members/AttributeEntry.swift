import EntityMapper
import MercatorPayload
import ObjectGraph

/// An attribute in a mapping file: its description, its mappings, or both.
struct AttributeEntry: NamedEntry, Equatable {
    var description: AttributeDescription
    /// The type, if the entity itself declares the attribute.
    var type: AttributeType?
    /// The path of the first mapping, if there is one.
    var source: PayloadPath?
    /// The first mapping, without its path.
    var mapping: AttributeMapping
    /// Indicates whether the first mapping reads the keys of a map, which needs no path.
    var isKey = false
    /// Additional mappings to the attribute.
    var further: [AttributeMapping] = []
    /// The known texts of an enumeration.
    var cases: [String] = []
    var isFixed = false

    init(_ name: String) {
        description = AttributeDescription(name, .string)
        mapping = AttributeMapping(from: PayloadPath.root, to: name)
    }

    var name: String { description.name }

    /// The mappings with their paths; the key of a map needs none.
    var mappings: [AttributeMapping] {
        var first = mapping
        first.source = source ?? PayloadPath([.context(.key)])
        let others = further.map { mapping in
            var mapping = mapping
            mapping.destination = first.destination
            return mapping
        }
        return (source != nil || isKey ? [first] : []) + others
    }

    static let fields: [Field<AttributeEntry>] =
        [
            .field("from", \.source, .path),
            .field("type", \.type, .choice),
            .flag("mandatory", \.description.isOptional.isFalse),
            .flag("unique", \.description.isUnique),
            .flag("searchable", \.description.isSearchable),
            .field("default", \.description.defaultValue, unless: .null, .value),
            .field("cases", \.cases, unless: [], .list(of: .text)),
            .field("rules", \.description.rules, unless: [], .list(of: .rule)),
        ] + AttributeMapping.settings.map { $0.of(\.mapping) } + [
            .field(
                "also", \.further, unless: [],
                .list(
                    of: .object(of: AttributeMapping.fields) {
                        // The reader names the attribute afterwards.
                        AttributeMapping(from: PayloadPath.root, to: "")
                    })),
            .field("userInfo", \.description.userInfo, unless: [:], .table(of: .value)),
            .field("renamingIdentifier", \.description.renamingIdentifier, .text),
            .flag("fixed", \.isFixed),
        ]
}

extension AttributeMapping {
    /// The members of a mapping apart from its path.
    fileprivate static let settings = Field.fields(declaredSettings, unlike: .withDefaults)

    fileprivate static let fields: [Field<AttributeMapping>] =
        [.required("from", \.source, .path)] + settings
}
