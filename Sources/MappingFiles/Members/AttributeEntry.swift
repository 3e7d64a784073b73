import EntityMapper
import ObjectGraph
import Payload

/// An attribute in a mapping file: its description, its mappings, or both.
struct AttributeEntry: Sendable, Equatable {
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
            .flag("mandatory", \.description.isMandatory),
            .flag("unique", \.description.isUnique),
            .field("default", \.description.defaultValue, unless: .null, .value),
            .field("cases", \.cases, unless: [], .list(of: .text)),
            .field("rules", \.description.rules, unless: [], .list(of: .rule)),
        ] + AttributeMapping.settings.map { $0.of(\.mapping) } + [
            .field("also", \.further, unless: [], .list(of: .attributeMapping)),
            .field("userInfo", \.description.userInfo, unless: [:], .table(of: .value)),
            .field("renamingIdentifier", \.description.renamingIdentifier, .text),
            .flag("fixed", \.isFixed),
        ]
}

extension AttributeDescription {
    fileprivate var isMandatory: Bool {
        get { !isOptional }
        set { isOptional = !newValue }
    }
}

extension AttributeMapping {
    /// The members of a mapping apart from its path.
    fileprivate static let settings = Field.fields(declaredSettings, unlike: .withDefaults)

    fileprivate static let fields: [Field<AttributeMapping>] =
        [
            Field(key: "from") { mapping, writer in
                Coding<_>.path.write(mapping.source, &writer)
            } read: { value, mapping, reader in
                if let path = Coding<_>.path.read(value, &reader) { mapping.source = path }
            }
        ] + settings
}

extension Coding where Value == AttributeMapping {
    /// A further mapping to an attribute, which the reader names afterwards.
    fileprivate static var attributeMapping: Coding {
        Coding { mapping, writer in
            AttributeMapping.fields.node(mapping, &writer)
        } read: { value, reader in
            var mapping = AttributeMapping(from: PayloadPath.root, to: "")
            AttributeMapping.fields.read(value, into: &mapping, &reader)
            return mapping
        }
    }
}
