import MercatorPayload
import ObjectGraph

/// The objects of records, by their keys.
extension CollectStage {
    /// Identifies the object of a new record: one of an earlier record, or another.
    mutating func identify(_ index: RecordIndex, _ chosen: ChosenPlan) throws {
        if let mappingOverride = chosen.mappingOverride, let target = mappingOverride.target {
            return try adopt(target, isIdentified: mappingOverride.isIdentified, for: index)
        }
        let record = graph.records[index]
        if record.index == .single, let target = input.target {
            return try adopt(target, for: index)
        }
        // The most common key: an integer on the tape, or in a text, without a transform.
        if let key = hotPlans[chosen.number].integerKey,
            let position = graph.field(key.attribute, of: record).position,
            let number = tape.isInteger(at: position)
                ? tape.int64(at: position) : tape.wholeNumber(at: position)
        {
            return try assignObject(
                to: index, graph.objects.spaces[key.space].find(number, orInsert: nextObject))
        }
        try identify(index, isKnown: false)
    }

    private var nextObject: ObjectIndex { graph.objects.objects.endIndex }

    /// Identifies the object of a record by the values of its identification attributes.
    ///
    /// If `isKnown` is `true`, the caller assigns the row of the object.
    private mutating func identify(_ index: RecordIndex, isKnown: Bool) throws {
        let plan = graph.plan(of: index)
        guard let identification = plan.identification else {
            addObject(for: index, isIdentified: isKnown)
            return
        }
        var key: [Value] = []
        for attribute in identification.attributes {
            switch try value(of: attribute, in: index, plan) {
            case .some(let value) where !value.isNull: key.append(value)
            case .some: break
            case nil:
                graph.records[index].hasFailed = true
                return
            }
        }
        guard key.count == identification.attributes.count else {
            guard !isKnown else {
                addObject(for: index, isIdentified: true)
                return
            }
            return try applyMissingIdentification(index, plan)
        }
        try assignObject(
            to: index,
            graph.objects.spaces[identification.space].find(key, orInsert: nextObject))
    }

    /// Returns the value of an attribute; null if it is absent.
    ///
    /// The result is `nil` if the value is invalid, which is reported.
    private mutating func value(
        of number: Int, in record: RecordIndex, _ plan: EntityPlan
    ) throws -> Value? {
        let field = graph.field(number, of: graph.records[record])
        guard let position = field.position else { return field == .mismatch ? nil : .null }
        let attribute = plan.attributes[number]
        switch attribute.conversion.convert(graph.document, at: position) {
        case .value(let value): return value
        case .invalid(let reason):
            let reading = attribute.conversion.diagnosis(
                graph.document, at: position, reason: reason)
            return try log.report(reading, of: record, in: graph, property: attribute.name)
        }
    }

    /// Assigns the object of a key to a record.
    private mutating func assignObject(to index: RecordIndex, _ object: ObjectIndex) throws {
        guard object < nextObject else {
            addObject(for: index, isIdentified: true)
            return
        }
        let plan = graph.records[index].plan
        graph.objects.repeats[plan] += 1
        if plan != graph.objects[object].plan {
            guard try joins(index, object) else { return }
        }
        graph.records[index].object = object
        graph.objects[object].lastRecord = index
    }

    private mutating func addObject(for index: RecordIndex, isIdentified: Bool) {
        let object = MappedObject(
            plan: graph.records[index].plan, record: index, isIdentified: isIdentified)
        graph.records[index].object = graph.objects.objects.append(object)
    }

    /// Tests whether a record can share an object with a record of another mapping.
    ///
    /// This requires that one entity is an ancestor of the other.
    private mutating func joins(_ index: RecordIndex, _ object: ObjectIndex) throws -> Bool {
        let own = graph.plan(of: index)
        let other = graph.plan(of: graph.objects[object])
        if own.layout.includes(other.layout.index) { return true }
        guard !other.layout.includes(own.layout.index) else {
            graph.objects[object].plan = graph.records[index].plan
            return true
        }
        graph.records[index].hasFailed = true
        guard own.conflictingSubentity != .keep else {
            graph.records[index].isDeclined = true
            graph.keptRivals[index] = object
            return false
        }
        try log.reportConflict(
            of: index, in: graph, with: "one of \(other.layout.name) in this payload")
        return false
    }

    private mutating func applyMissingIdentification(
        _ index: RecordIndex, _ plan: EntityPlan
    ) throws {
        guard plan.missingIdentification != .insert else {
            addObject(for: index, isIdentified: false)
            return
        }
        let names = plan.identification?.attributes.map { plan.attributes[$0].name } ?? []
        graph.records[index].hasFailed = true
        try log.report(
            .missingIdentification, index, in: graph, property: names.first,
            expected: "a value for " + names.joined(separator: ", "),
            found: wordForMissingIdentification(index, plan),
            fails: plan.missingIdentification == .fail)
    }

    /// Returns the description of the missing parts of an identification.
    private func wordForMissingIdentification(_ index: RecordIndex, _ plan: EntityPlan) -> String {
        var words: [String] = []
        for number in plan.identification?.attributes ?? [] {
            let attribute = plan.attributes[number]
            guard let found = graph.field(number, of: graph.records[index]).index else {
                words.append(
                    graph.absence(of: number, in: index, isDetailed: log.keepsDetails))
                continue
            }
            let value = attribute.conversion.convert(graph.document, at: found.position)
            if value == .value(.null) { words.append(graph.wordForNil(at: found, attribute)) }
        }
        return words.joined(separator: ", ")
    }
}

/// Records of objects that are identified before the look-up.
extension CollectStage {
    /// Assigns the target of the operation to a record.
    ///
    /// - Throws: ``MappingError`` if the mapping is for a different entity and it is the only root
    ///   path.
    private mutating func adopt(_ target: MappingTarget, for index: RecordIndex) throws {
        let plan = graph.plan(of: index)
        guard plan.layout.includes(target.entity) else {
            guard input.plan.roots.count == 1 else { return try identify(index, isKnown: false) }
            throw MappingError(
                .targetMismatch,
                "expected an object of \(plan.layout.name) to map into, found one of "
                    + input.plan.model.entities[target.entity].name)
        }
        try identify(index, isKnown: true)
        guard let object = graph.records[index].object else { return }
        graph.objects[object].take(target.id.number, at: target.row)
    }

    /// Assigns the object found by an earlier attempt to a record.
    ///
    /// The record is identified again if that object was deleted.
    private mutating func adopt(
        _ target: RowID, isIdentified: Bool, for index: RecordIndex
    ) throws {
        guard let row = decisions.rows[target] else {
            return try identify(index, isKnown: false)
        }
        try identify(index, isKnown: true)
        guard let object = graph.records[index].object else { return }
        if !isIdentified { graph.objects[object].isIdentified = false }
        graph.objects[object].take(target.number, at: row)
    }
}

extension MappingLog {
    /// Reports a record with the identification of an object of a different entity.
    mutating func reportConflict(
        of record: RecordIndex, in graph: RecordGraph, with found: String
    ) throws(MappingError) {
        let plan = graph.plan(of: record)
        let name = plan.identification?.attributes.first.map { plan.attributes[$0].name }
        try report(
            .conflictingEntity, record, in: graph, property: name,
            expected: "an object of \(plan.layout.name)",
            found: "\(found) with this identification")
    }
}
