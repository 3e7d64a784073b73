/// The complete description of a model in a store, as JSON.
extension ManagedObjectModel {
    private static let format: Int64 = 1

    /// The model as JSON, readable by other tools; equal models have equal texts.
    ///
    /// Default values of a description are omitted.
    package var text: String {
        let entities = entities.map { Value.dictionary($0.members) }
        return ValueJSON.text(
            .dictionary(["version": .integer(Self.format), "entities": .array(entities)]))
    }

    /// Reads a model from its ``text``; `nil` for other texts, such as texts from later versions.
    package static func reading(_ text: String) -> ManagedObjectModel? {
        guard let members = ValueJSON.value(text)?.members,
            members["version"] == .integer(format),
            let entities = members["entities"]?.elements?.map(EntityDescription.reading),
            !entities.contains(nil)
        else { return nil }
        return try? ManagedObjectModel(entities.compactMap(\.self))
    }
}

extension EntityDescription {
    fileprivate var members: [String: Value] {
        var members: [String: Value] = ["name": .string(name)]
        members.set("parent", parent.map { .string($0) })
        members.set("abstract", isAbstract ? true : nil)
        members.set("attributes", declaredAttributes.map { .dictionary($0.members) })
        members.set("relationships", declaredRelationships.map { .dictionary($0.members) })
        members.set(
            "unique", uniquenessConstraints.map { .array($0.map { .string($0) }) })
        members.set("userInfo", userInfo)
        members.set("earlierName", renamingIdentifier.map { .string($0) })
        return members
    }

    fileprivate static func reading(_ value: Value) -> EntityDescription? {
        guard let members = value.members, let name = members["name"]?.text else { return nil }
        let attributes = (members["attributes"]?.elements ?? []).map(AttributeDescription.reading)
        let relationships = (members["relationships"]?.elements ?? [])
            .map(RelationshipDescription.reading)
        guard !attributes.contains(nil), !relationships.contains(nil) else { return nil }
        return EntityDescription(
            name, parent: members["parent"]?.text, isAbstract: members["abstract"] == true,
            attributes: attributes.compactMap(\.self),
            relationships: relationships.compactMap(\.self),
            uniquenessConstraints: (members["unique"]?.elements ?? []).map {
                ($0.elements ?? []).compactMap(\.text)
            }, userInfo: members.userInfo, renamingIdentifier: members["earlierName"]?.text)
    }
}

extension AttributeDescription {
    fileprivate var members: [String: Value] {
        var members: [String: Value] = ["name": .string(name), "type": .string(type.rawValue)]
        members.set("mandatory", isOptional ? nil : true)
        members.set("unique", isUnique ? true : nil)
        members.set("searchable", isSearchable ? true : nil)
        members.set("default", defaultValue.isNull ? nil : defaultValue.tagged)
        members.set("rules", rules.map { .dictionary($0.members) })
        members.set("userInfo", userInfo)
        members.set("earlierName", renamingIdentifier.map { .string($0) })
        return members
    }

    fileprivate static func reading(_ value: Value) -> AttributeDescription? {
        guard let members = value.members, let name = members["name"]?.text,
            let type = members["type"]?.text.flatMap(AttributeType.init(rawValue:))
        else { return nil }
        let rules = (members["rules"]?.elements ?? []).map(ValueRule.reading)
        guard !rules.contains(nil) else { return nil }
        return AttributeDescription(
            name, type, isOptional: members["mandatory"] != true,
            isUnique: members["unique"] == true, isSearchable: members["searchable"] == true,
            defaultValue: members["default"].map(Value.init(tagged:)) ?? .null,
            rules: rules.compactMap(\.self), userInfo: members.userInfo,
            renamingIdentifier: members["earlierName"]?.text)
    }
}

extension RelationshipDescription {
    fileprivate var members: [String: Value] {
        var members: [String: Value] = ["name": .string(name), "to": .string(destination)]
        members.set("many", isToMany ? true : nil)
        members.set("ordered", isOrdered ? true : nil)
        members.set("mandatory", isOptional ? nil : true)
        members.set("least", minCount == 0 ? nil : .integer(Int64(minCount)))
        members.set("most", maxCount.map { .integer(Int64($0)) })
        members.set("inverse", inverse.map { .string($0) })
        members.set("onDelete", deleteRule == .nullify ? nil : .string(deleteRule.rawValue))
        members.set("userInfo", userInfo)
        members.set("earlierName", renamingIdentifier.map { .string($0) })
        return members
    }

    fileprivate static func reading(_ value: Value) -> RelationshipDescription? {
        guard let members = value.members, let name = members["name"]?.text,
            let destination = members["to"]?.text,
            let rule = DeleteRule(rawValue: members["onDelete"]?.text ?? "nullify")
        else { return nil }
        return RelationshipDescription(
            name: name, destination: destination, isToMany: members["many"] == true,
            isOrdered: members["ordered"] == true, isOptional: members["mandatory"] != true,
            minCount: members["least"]?.count ?? 0, maxCount: members["most"]?.count,
            inverse: members["inverse"]?.text, deleteRule: rule, userInfo: members.userInfo,
            renamingIdentifier: members["earlierName"]?.text)
    }
}

extension ValueRule {
    fileprivate var members: [String: Value] {
        switch self {
        case .atLeast(let bound): ["atLeast": bound.tagged]
        case .atMost(let bound): ["atMost": bound.tagged]
        case .minimumLength(let length): ["minimumLength": .integer(Int64(length))]
        case .maximumLength(let length): ["maximumLength": .integer(Int64(length))]
        case .matches(let pattern): ["matches": .string(pattern)]
        }
    }

    fileprivate static func reading(_ value: Value) -> ValueRule? {
        guard let members = value.members, members.count == 1, let member = members.first else {
            return nil
        }
        return switch member.key {
        case "atLeast": .atLeast(Value(tagged: member.value))
        case "atMost": .atMost(Value(tagged: member.value))
        case "minimumLength": member.value.count.map { .minimumLength($0) }
        case "maximumLength": member.value.count.map { .maximumLength($0) }
        case "matches": member.value.text.map { .matches($0) }
        default: nil
        }
    }
}

extension Value {
    /// The value in JSON.
    ///
    /// Kinds that JSON lacks are objects such as `{"$date": "2026-11-22T10:00:00Z"}`.
    fileprivate var tagged: Value {
        switch self {
        case .date(let instant): .dictionary(["$date": .string("\(instant)")])
        case .data(let bytes): .dictionary(["$data": .string(bytes.hexadecimalText)])
        case .decimal: .dictionary(["$decimal": .string(storedText ?? "")])
        case .uuid: .dictionary(["$uuid": .string(storedText ?? "")])
        case .array(let elements): .array(elements.map(\.tagged))
        case .dictionary(let members) where members.hasTag:
            .dictionary(["$object": .dictionary(members.mapValues(\.tagged))])
        case .dictionary(let members): .dictionary(members.mapValues(\.tagged))
        default: self
        }
    }

    fileprivate init(tagged value: Value) {
        switch value {
        case .array(let elements): self = .array(elements.map(Value.init(tagged:)))
        case .dictionary(let members):
            let only = members.count == 1 ? members.first : nil
            let text = only?.value.text ?? ""
            let read: Value? =
                switch only?.key {
                case "$date": Timestamp(text).map { .date($0) }
                case "$data": [UInt8](hexadecimal: text).map { .data($0) }
                case "$decimal": Value(storedDecimal: text)
                case "$uuid": Value(storedUUID: text)
                case "$object":
                    (only?.value.members).map { .dictionary($0.mapValues(Value.init(tagged:))) }
                default: nil
                }
            self = read ?? .dictionary(members.mapValues(Value.init(tagged:)))
        default: self = value
        }
    }

    fileprivate var members: [String: Value]? {
        if case .dictionary(let members) = self { members } else { nil }
    }

    fileprivate var elements: [Value]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }

    fileprivate var count: Int? {
        if case .integer(let count) = self { Int(exactly: count) } else { nil }
    }
}

extension [String: Value] {
    fileprivate mutating func set(_ name: String, _ value: Value?) {
        if let value { self[name] = value }
    }

    fileprivate mutating func set(_ name: String, _ elements: [Value]) {
        if !elements.isEmpty { self[name] = .array(elements) }
    }

    fileprivate mutating func set(_ name: String, _ members: [String: Value]) {
        if !members.isEmpty { self[name] = Value.dictionary(members).tagged }
    }

    /// Indicates whether the members would be read as one of the kinds that JSON lacks.
    fileprivate var hasTag: Bool { count == 1 && keys.contains { $0.hasPrefix("$") } }

    fileprivate var userInfo: [String: Value] {
        self["userInfo"].map(Value.init(tagged:))?.members ?? [:]
    }
}
