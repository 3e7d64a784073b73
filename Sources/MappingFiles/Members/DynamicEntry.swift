import EntityMapper
import MercatorPayload
import ObjectGraph

/// A dynamic mapping in a mapping file.
struct DynamicEntry: NamedEntry {
    /// The name and the settings, without the matchers.
    private var settings: DynamicMapping
    /// The only matcher, if it is a table.
    private var split: MappingMatcher?
    private var matchers: [MappingMatcher] = []

    var name: String { settings.name }

    init(_ name: String) { settings = DynamicMapping(named: name) }

    init(_ mapping: DynamicMapping) {
        settings = mapping
        settings.matchers = []
        if mapping.matchers.count == 1, case .table = mapping.matchers[0].condition {
            split = mapping.matchers[0]
        } else {
            matchers = mapping.matchers
        }
    }

    var mapping: DynamicMapping {
        var mapping = settings
        mapping.matchers = (split.map { [$0] } ?? []) + matchers
        return mapping
    }

    static let fields: [Field<DynamicEntry>] =
        [
            .field("split", \.split, .split),
            .field("matchers", \.matchers, unless: [], .list(of: .matcher)),
        ]
        + Field.fields(DynamicMapping.declaredSettings, unlike: DynamicMapping(named: "")).map {
            $0.of(\.settings)
        }
}

/// A matcher as its members.
private struct MatcherEntry {
    var path: PayloadPath?
    var table: [(key: Value, value: String)]?
    var value: Value?
    var pattern: String?
    var kind: PayloadKind?
    var predicate: RepresentationPredicate?
    var mapping: String?

    static let tableFields: [Field<MatcherEntry>] = [
        .field("by", \.path, .path),
        .field("values", \.table, .pairs(.text(of: "the name of a mapping"))),
    ]
    static let conditionFields: [Field<MatcherEntry>] = [
        .field("at", \.path, .path),
        .field("equals", \.value, .value),
        .field("matches", \.pattern, .text(of: "a regular expression")),
        .field("kind", \.kind, .kind),
        .field("if", \.predicate, .condition),
        .field("use", \.mapping, .text(of: "the name of a mapping")),
    ]

    /// The conditions; a matcher has exactly one.
    var conditions: [MappingMatcher.Condition] {
        var conditions: [MappingMatcher.Condition] = []
        if let predicate { conditions.append(.predicate(predicate)) }
        guard let path else { return conditions }
        if let value { conditions.append(.equals(path, value)) }
        if let pattern { conditions.append(.matches(path, pattern: pattern)) }
        if let kind { conditions.append(.kind(path, kind)) }
        return conditions
    }

    init() {}

    init(_ matcher: MappingMatcher) {
        mapping = matcher.mappings.first
        switch matcher.condition {
        case .equals(let path, let value): (self.path, self.value) = (path, value)
        case .matches(let path, let pattern): (self.path, self.pattern) = (path, pattern)
        case .kind(let path, let kind): (self.path, self.kind) = (path, kind)
        case .predicate(let predicate): self.predicate = predicate
        case .table(let path, let values):
            (self.path, mapping) = (path, nil)
            table = zip(values, matcher.mappings).map { ($0, $1) }
        case .closure: break
        }
    }
}

extension Coding where Value == MappingMatcher {
    /// A table of mappings by the values at a path: `{"by": "type", "values": {"car": "Car"}}`.
    fileprivate static var split: Coding {
        Coding { matcher, writer in
            MatcherEntry.tableFields.node(MatcherEntry(matcher), &writer)
        } read: { value, reader in
            var entry = MatcherEntry()
            MatcherEntry.tableFields.read(value, into: &entry, &reader)
            guard let path = entry.path, let table = entry.table else {
                if value.kind == .object, value["by"] == nil || value["values"] == nil {
                    reader.report(.member, at: value, "a table needs 'by' and 'values'")
                }
                return nil
            }
            return MappingMatcher(
                condition: .table(path, table.map(\.key)), mappings: table.map(\.value))
        }
    }

    /// A table, or a condition with the mapping to use:
    /// `{"at": "type", "equals": "car", "use": "Car"}`.
    fileprivate static var matcher: Coding {
        Coding { matcher, writer in
            switch matcher.condition {
            case .table: return split.write(matcher, &writer)
            case .closure(let choice): writer.report("the matcher '\(choice.name)' is a closure")
            case .equals, .matches, .kind, .predicate: break
            }
            return MatcherEntry.conditionFields.node(MatcherEntry(matcher), &writer)
        } read: { value, reader in
            if value["by"] != nil { return split.read(value, &reader) }
            var entry = MatcherEntry()
            MatcherEntry.conditionFields.read(value, into: &entry, &reader)
            guard let condition = entry.conditions.first, entry.conditions.count == 1,
                let mapping = entry.mapping
            else {
                if value.kind == .object {
                    reader.report(
                        .member, at: value,
                        "a matcher needs 'use' and one condition: 'at' with 'equals', 'matches' or "
                            + "'kind', or 'if', or 'by' with 'values'")
                }
                return nil
            }
            return MappingMatcher(condition: condition, mappings: [mapping])
        }
    }
}
