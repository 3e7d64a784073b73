import MercatorPayload
import ObjectGraph

/// Conversion and validation of values, with a report of invalid values.
extension AssignStage {
    /// A mapped path of a record with the property that it fills.
    struct ValuePath {
        /// The index of the path in the plan.
        let number: Int
        let property: String
        /// The value; `nil` for a default.
        let location: TapeIndex?

        init(_ number: Int, _ property: String, _ location: TapeIndex?) {
            (self.number, self.property, self.location) = (number, property, location)
        }
    }

    /// The consequence of a judgement that has been reported.
    enum Settlement {
        case assign(Value)
        /// The attribute keeps its value.
        case keep
        /// The value is invalid.
        case fail
    }

    /// Converts a value; returns `nil` if it is invalid, which is reported.
    mutating func converted(
        by attribute: AttributePlan, _ property: String, of index: RecordIndex,
        at location: TapeIndex
    ) throws -> Value? {
        switch attribute.conversion.convert(graph.document, at: location.position) {
        case .value(let value):
            if attribute.conversion.isSubstitute(graph.document, at: location.position) {
                substitutes.note(attribute)
            }
            return value
        case .invalid(let reason):
            let reading = attribute.conversion.diagnosis(
                graph.document, at: location.position, reason: reason)
            substitutes.note(attribute)
            return try log.report(reading, of: index, in: graph, property: property)
        }
    }

    /// Reports a judgement.
    mutating func settle(
        _ verdict: AttributePlan.Verdict, _ attribute: AttributePlan, of index: RecordIndex,
        _ path: ValuePath
    ) throws -> Settlement {
        let location = path.location ?? graph.records[index].representation
        switch verdict {
        case .assign(let value): return .assign(value)
        case .keep:
            log.notify(.declined, path: path.number, of: index, at: path.location, in: graph)
            return .keep
        case .missing:
            try log.report(
                .missingValue, at: location, of: index, in: graph, property: path.property,
                expected: attribute.conversion.type.word,
                found: graph.wordForNil(at: location, attribute))
        case .rejected(let expected, let found):
            try log.report(
                .rejected, at: location, of: index, in: graph, property: path.property,
                expected: expected, found: found)
        }
        substitutes.note(attribute)
        return .fail
    }

    /// Returns whether the rest of a record is applied after a part of it failed.
    mutating func goesOn(without index: RecordIndex) -> Bool {
        guard log.failurePolicy == .skipRecord else { return true }
        graph.records[index].hasFailed = true
        return false
    }

    /// Converts and judges the values of a record for other objects, before the record is applied.
    ///
    /// Returns whether the record is valid.
    mutating func takeRoutes(_ plan: EntityPlan, of index: RecordIndex) throws -> Bool {
        for (number, route) in plan.routes.enumerated() {
            let path = plan.path(ofRoute: number)
            guard let location = graph.field(path, of: graph.records[index]).index else { continue }
            let before = substitutes.noted
            defer { substitutes.noted = before }
            guard
                let value = try converted(
                    by: route.attribute, route.name, of: index, at: location)
            else {
                guard goesOn(without: index) else { return false }
                continue
            }
            let isSubstitute = substitutes.noted.count > before.count
            switch try settle(
                route.attribute.judge(value), route.attribute, of: index,
                ValuePath(path, route.name, location))
            {
            case .keep: continue
            case .fail: guard goesOn(without: index) else { return false }
            case .assign(let value):
                routed.append(
                    RoutedValue(
                        record: index, route: number, location: location, value: value,
                        isSubstitute: isSubstitute))
            }
        }
        return true
    }

    /// Runs the record validation, and returns whether the record is accepted.
    mutating func validate(_ index: RecordIndex, _ draft: RowDraft) throws -> Bool {
        let record = graph.records[index]
        let plan = graph.plan(of: record)
        guard let validation = plan.recordValidation, !record.isIdentifier else { return true }
        let candidate = RecordValidation.Candidate(
            isNew: !draft.isStored,
            representation: PayloadValue(graph.document, at: record.representation.position),
            values: rows.row(of: draft).values, stored: rows.rowBefore(draft).values,
            slots: plan.layout.slotIndexes)
        let expected: String
        do {
            switch try validation.validate(candidate) {
            case .accept: return true
            case .decline:
                log.notify(.declined, index, in: graph)
                graph.records[index].isDeclined = true
                graph.records[index].hasFailed = true
                return false
            case .reject(let reason): expected = reason
            }
        } catch {
            expected = "what the validation '\(validation.name)' accepts; it says: \(error)"
        }
        try log.report(
            .rejected, index, in: graph, expected: expected, found: "a record that is not")
        graph.records[index].hasFailed = true
        return false
    }
}
