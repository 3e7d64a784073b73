/// Finds the foreign keys of described entities.
///
/// A name counts as evidence only if the identity has values of this kind.
struct DescribedKeys {
    let groups: [DescribedGroup]
    let properties: [[DescribedProperty]]
    private let owners: [[String]: Int]

    /// A foreign key, or an attribute that could be one.
    struct Found {
        let property: Int
        let destination: Int
        let confidence: Double
        let reason: String
    }

    init(_ found: DescribedProperties) {
        groups = found.groups
        properties = found.properties
        owners = found.owners
    }

    /// Returns the foreign keys of an entity, and what could be one with less confidence.
    func find(in owner: Int) -> [Found] {
        let nested = Set(
            properties[owner].compactMap { property -> String? in
                guard case .objects = property.value else { return nil }
                return RelationshipName.of(path: property.path.suffix(1), isToMany: false)
            })
        return properties[owner].indices.compactMap { index in
            let property = properties[owner][index]
            guard let key = property.path.last, let kind = kind(of: property),
                property.path != groups[owner].identity.map({ [$0.key] }),
                IdentityNames.class(of: key, entity: nil)?.letter != .a,
                property.isList || !Noun.isPlural(key),
                !nested.contains(RelationshipName.of(path: [key], isToMany: false))
            else { return nil }
            return best(key, property, owner) { destination in
                groups[destination].identity?.kind == kind
            }.map { destination, confidence, reason in
                Found(
                    property: index, destination: destination, confidence: confidence,
                    reason: reason)
            }
        }
    }

    private func kind(of property: DescribedProperty) -> DescribedSchema.Kind? {
        let schema: DescribedSchema
        switch property.value {
        case .scalar: schema = property.schema
        case .list(let element): schema = element
        case .objects, .json, .several: return nil
        }
        let formats: [String?] = [nil, "uuid", "int32", "int64"]
        guard formats.contains(schema.format) else { return nil }
        return DescribedIdentity.kind(of: schema)
    }

    private func best(
        _ key: String, _ property: DescribedProperty, _ owner: Int, fits: (Int) -> Bool
    ) -> (Int, Double, String)? {
        let name = ForeignKeyName(key)
        if name.hasEnding, let named = owners[name.words], fits(named), named != owner,
            hasEnding(name, of: named)
        {
            return (named, 0.85, "the name")
        }
        let sentence = ReferenceSentence(property.text)
        let named = owners[name.words] ?? joined(name)
        // The customer ID of the receiver is the customer's.
        if let told = sentence.entity(among: owners), fits(told), told != owner,
            named ?? told == told
        {
            return (told, 0.8, "its description")
        }
        if name.hasEnding, name.refersToSelf, fits(owner), refersToOwn(name, owner) {
            return (owner, 0.75, "the name of the same entity")
        }
        if !name.hasEnding, let named, fits(named), named != owner {
            return sentence.saysIdentifier
                ? (named, 0.75, "the name and its description") : (named, 0.5, "the name alone")
        }
        guard name.hasEnding else { return nil }
        for count in (1..<max(name.words.count, 1)).reversed() {
            let ending = Array(name.words.suffix(count))
            // In `GpgKey`, `primary_key_id` is about this key.
            if groups[owner].noun.words.suffix(count).elementsEqual(ending) { return nil }
            if let named = owners[ending], fits(named) {
                return (named, 0.5, "the last words of the name")
            }
        }
        return nil
    }

    /// Returns the entity with the words in one: `invoice_item` for `invoiceitem`.
    private func joined(_ name: ForeignKeyName) -> Int? { owners[[name.words.joined()]] }

    /// Tests for an ending such as `id`, or the identity's name: `country_code`, by `code`.
    private func hasEnding(_ name: ForeignKeyName, of group: Int) -> Bool {
        guard let ending = name.ending.map(Noun.singular), let identity = groups[group].identity
        else { return false }
        return ["id", "uid", "uuid", "ref"].contains(ending)
            || NameWords(identity.key).words.last == ending
    }

    /// Tests for the noun of the own entity, as in `parent_call_sid`, or a reply.
    private func refersToOwn(_ name: ForeignKeyName, _ owner: Int) -> Bool {
        name.words.last == "reply" || name.words.suffix(2) == ["reply", "to"]
            || groups[owner].aliases.contains { name.endsIn($0) }
    }
}
