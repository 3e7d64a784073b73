import ObjectGraph
import Payload

extension MappingSession {
    /// Identifies the object of a record: one of an earlier record, or another.
    ///
    /// If `isKnown` is `true`, the caller assigns the object.
    ///
    /// - Throws: ``MappingError`` if the failure policy requires it.
    mutating func identify(
        record: Int, by plan: EntityPlan, isKnown: Bool = false
    ) throws(MappingError) {
        guard let identification = plan.identification else {
            addObject(for: record, isIdentified: isKnown)
            return
        }
        let table = identification.space
        var key: [Value] = []
        for attribute in identification.attributes {
            switch try value(of: attribute, record: record, plan) {
            case .some(let value) where !value.isNull: key.append(value)
            case .some: break
            case nil:
                records[record].hasFailed = true
                return
            }
        }
        guard key.count == identification.attributes.count else {
            guard !isKnown else {
                addObject(for: record, isIdentified: true)
                return
            }
            try applyMissingIdentification(record, plan)
            return
        }
        try settle(record, spaces[table].find(key, orInsert: objects.count))
    }

    /// Returns the value of an attribute: null if it is absent, `nil` if it is invalid, which is
    /// reported.
    private mutating func value(
        of attribute: Int, record: Int, _ plan: EntityPlan
    ) throws(MappingError) -> Value? {
        let place = Int(places[records[record].firstPlace + attribute])
        guard place >= 0 else { return place == Self.mismatch ? nil : .null }
        let attribute = plan.attributes[attribute]
        switch attribute.conversion.convert(document, at: place) {
        case .value(let value): return value
        case .invalid(let reason):
            return try report(attribute, of: record, at: place, reason: reason)
        }
    }

    /// Tests whether a representation contains anything for a mapping.
    ///
    /// For an aggregated representation, which is shared with the enclosing record, only values
    /// inside of it count. Mapping a representation without any value would create an empty object,
    /// unless it is mapped into the target object.
    func isMappable(
        _ place: Int, _ plan: EntityPlan, _ firstPlace: Int, _ isAggregated: Bool, isTarget: Bool
    ) -> Bool {
        let evidence = isAggregated ? plan.isEvidenceInside : plan.isEvidence
        for target in evidence.indices where places[firstPlace + target] >= 0 && evidence[target] {
            return true
        }
        guard !isAggregated else { return false }
        if plan.hasAggregated, hasParts(place, plan) { return true }
        let isEmpty = document.tape.count(at: place) == 0
        if isTarget {
            return isEmpty || plan.assignsDefaults || plan.assignsNilForMissingRelationships
        }
        // The mapping may have a policy for an empty representation without identification.
        return isEmpty && plan.identification != nil && plan.missingIdentification != .insert
    }

    /// Tests whether a representation contains anything for the aggregated objects of a mapping.
    private func hasParts(_ place: Int, _ plan: EntityPlan) -> Bool {
        var open = [plan]
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(plan)]
        while let next = open.popLast() {
            for relationship in next.relationships where relationship.isAggregated {
                for part in self.plan.entityPlans(of: relationship.mapping)
                where seen.insert(ObjectIdentifier(part)).inserted {
                    if part.representationTransform != nil || hasKeys(place, part) { return true }
                    open.append(part)
                }
            }
        }
        return false
    }

    private func hasKeys(_ place: Int, _ plan: EntityPlan) -> Bool {
        let tape = document.tape
        return plan.paths.indices.contains { target in
            let path = plan.paths[target]
            guard plan.isEvidenceInside[target] else { return false }
            if path.isPlain, tape.find(path, from: place) != nil { return true }
            let result = tape.evaluator(for: path, at: place)
                .evaluate(path.components[...], from: place)
            if case .absent = result { return false }
            return true
        }
    }

    /// Assigns the object of an integer key to a record.
    mutating func settle(_ record: Int, space: Int, key: Int64) throws(MappingError) {
        try settle(record, spaces[space].find(key, orInsert: objects.count))
    }

    private mutating func settle(_ record: Int, _ object: Int32) throws(MappingError) {
        guard Int(object) == objects.count else {
            let plan = records[record].plan
            repeats[Int(plan)] += 1
            if plan != objects[Int(object)].plan {
                guard try joins(record, object) else { return }
            }
            records[record].object = object
            objects[Int(object)].lastRecord = Int32(record)
            return
        }
        addObject(for: record, isIdentified: true)
    }

    /// Tests whether a record can share an object with a record of another mapping, which requires
    /// that one entity is an ancestor of the other.
    private mutating func joins(_ record: Int, _ object: Int32) throws(MappingError) -> Bool {
        let own = plan(of: records[record])
        let other = plan.entities[Int(objects[Int(object)].plan)]
        if own.layout.includes(other.layout.index) { return true }
        guard !other.layout.includes(own.layout.index) else {
            objects[Int(object)].plan = records[record].plan
            return true
        }
        records[record].hasFailed = true
        guard own.conflictingSubentity != .keep else {
            records[record].isDeclined = true
            kept[Int32(record)] = object
            return false
        }
        try reportConflict(of: record, with: "one of \(other.layout.name) in this payload")
        return false
    }

    /// Reports a record with the identification of an object of a different entity.
    mutating func reportConflict(of record: Int, with found: String) throws(MappingError) {
        let plan = plan(of: records[record])
        let name = plan.identification?.attributes.first.map { plan.attributes[$0].name }
        try report(
            .conflictingEntity, at: Int(records[record].place), plan: Int(records[record].plan),
            record: record, attribute: name, expected: "an object of \(plan.layout.name)",
            found: "\(found) with this identification")
    }

    private mutating func addObject(for record: Int, isIdentified: Bool) {
        records[record].object = Int32(objects.count)
        objects.append(
            MappedObject(
                plan: records[record].plan, record: Int32(record), isIdentified: isIdentified))
    }

    /// Returns the description of the missing parts of an identification.
    private func wordForMissingIdentification(_ record: Int, _ plan: EntityPlan) -> String {
        var words: [String] = []
        for target in plan.identification?.attributes ?? [] {
            let place = Int(places[records[record].firstPlace + target])
            let attribute = plan.attributes[target]
            if place < 0 {
                words.append(absence(of: target, record: record))
            } else if attribute.conversion.convert(document, at: place) == .value(.null) {
                words.append(wordForNil(at: place, attribute))
            }
        }
        return words.joined(separator: ", ")
    }

    private mutating func applyMissingIdentification(
        _ record: Int, _ plan: EntityPlan
    ) throws(MappingError) {
        switch plan.missingIdentification {
        case .insert: addObject(for: record, isIdentified: false)
        case .skip, .fail:
            let names = plan.identification?.attributes.map { plan.attributes[$0].name } ?? []
            records[record].hasFailed = true
            try report(
                .missingIdentification, at: Int(records[record].place),
                plan: Int(records[record].plan), record: record, attribute: names.first,
                expected: "a value for " + names.joined(separator: ", "),
                found: wordForMissingIdentification(record, plan),
                fails: plan.missingIdentification == .fail)
        }
    }
}
