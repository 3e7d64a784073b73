import EntityMapper
import MercatorPayload
import ObjectGraph

/// A relationship in a mapping file: its description, its mappings, or both.
struct RelationshipEntry: NamedEntry {
    var description: RelationshipDescription
    /// The destination entity, if the entity itself declares the relationship.
    var destination: String?
    /// The path of the first mapping, if there is one.
    var source: PayloadPath?
    /// The name of the first mapping's mapping; `nil` for the name of the destination entity.
    var mappingName: String?
    /// The first mapping, without its path and its name.
    var mapping: RelationshipMapping
    /// Additional mappings to the relationship.
    var further: [RelationshipMapping] = []
    var isFixed = false

    init(_ name: String) {
        description = .toOne(name, "")
        mapping = RelationshipMapping(from: PayloadPath.root, to: name, using: "")
    }

    var name: String { description.name }

    /// Returns the mappings, with a default for missing mapping names.
    func mappings(using usual: String) -> [RelationshipMapping] {
        var first = mapping
        first.mapping = mappingName ?? usual
        let others = further.map { mapping in
            var mapping = mapping
            mapping.destination = first.destination
            return mapping
        }
        guard let source else { return others }
        first.source = source
        return [first] + others
    }

    static let fields: [Field<RelationshipEntry>] =
        [
            .field("from", \.source, .path),
            .field("to", \.destination, .text(of: "the name of an entity")),
            .field("mapping", \.mappingName, .text(of: "the name of a mapping")),
        ] + RelationshipDescription.fields.map { $0.of(\.description) }
        + RelationshipMapping.settings.map { $0.of(\.mapping) } + [
            .field(
                "also", \.further, unless: [],
                .list(
                    of: .object(of: RelationshipMapping.fields) {
                        // The reader names the relationship afterwards.
                        RelationshipMapping(from: PayloadPath.root, to: "", using: "")
                    })),
            .flag("fixed", \.isFixed),
        ]
}

extension RelationshipDescription {
    /// The members of a description except the destination entity.
    static let fields: [Field<RelationshipDescription>] = [
        .flag("many", \.isToMany),
        .flag("ordered", \.isOrdered),
        .flag("mandatory", \.isOptional.isFalse),
        .field("minCount", \.minCount, unless: 0, .integer),
        .field("maxCount", \.maxCount, .integer),
        .field("inverse", \.inverse, .text(of: "the name of a relationship")),
        .field("deleteRule", \.deleteRule, unless: .nullify, .choice),
        .field("userInfo", \.userInfo, unless: [:], .table(of: .value)),
        .field("renamingIdentifier", \.renamingIdentifier, .text),
    ]
}

extension RelationshipMapping {
    /// The members of a mapping apart from its path and its mapping.
    fileprivate static let settings = Field.fields(declaredSettings, unlike: .withDefaults)

    fileprivate static let fields: [Field<RelationshipMapping>] =
        [
            .required("from", \.source, .path),
            .field("mapping", \.mapping, unless: "", .text(of: "the name of a mapping")),
        ] + settings
}
