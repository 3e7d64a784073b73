/// The new values of an ``UpdateRequest`` with slots instead of names.
///
/// Evaluation in memory and translation to SQL use this form, so an invalid request causes the same
/// error in every store.
package struct ResolvedUpdate: Sendable {
    /// The assignments, in the order of the slots.
    package let assignments: [Assignment]

    /// A new value of a slot.
    package struct Assignment: Sendable {
        package let slot: Int
        package let attribute: AttributeDescription
        package let value: ResolvedExpression
    }

    /// Resolves the new values of the objects of an entity.
    ///
    /// - Parameters:
    ///   - assignments: The new values.
    ///   - entity: The index of the entity.
    ///   - model: The model.
    /// - Throws: ``StoreError`` with code `invalidRequest` for no or an unknown attribute, for two
    ///   values of one attribute, and for a value of another type; `overflow` for a constant
    ///   beyond the range of the attribute.
    package init(
        _ assignments: [AttributeAssignment], entity: Int, _ model: ManagedObjectModel
    ) throws(StoreError) {
        let resolver = PredicateResolver(model: model, entity: entity)
        let layout = model.layouts[entity]
        guard !assignments.isEmpty else {
            throw StoreError(
                .invalidRequest, "\(layout.name): an update sets at least one attribute")
        }
        var resolved: [Int: Assignment] = [:]
        for assignment in assignments {
            let name = assignment.attribute
            guard let slot = layout.slotIndexes[name], let attribute = layout.slots[slot].attribute
            else { throw ResolvedUpdate.unknown(name, layout, model) }
            guard resolved[slot] == nil else {
                throw StoreError(
                    .invalidRequest, "\(layout.name).\(name): the update sets it twice")
            }
            let value = try resolver.value(assignment.value, of: attribute)
            resolved[slot] = Assignment(slot: slot, attribute: attribute, value: value)
        }
        self.assignments = resolved.values.sorted { $0.slot < $1.slot }
    }

    private static func unknown(
        _ name: String, _ layout: EntityLayout, _ model: ManagedObjectModel
    ) -> StoreError {
        let entity = model.entities[layout.index]
        guard !entity.relationships.contains(where: { $0.name == name }) else {
            return StoreError(
                .invalidRequest,
                "\(layout.name).\(name): an update sets attributes, and this is a relationship; "
                    + "fetch the objects and set it for each")
        }
        let advice = Suggestion.text(for: name, among: entity.attributes.map(\.name))
        return StoreError(
            .invalidRequest, "\(layout.name) has no attribute '\(name)' to set\(advice)")
    }
}

extension ResolvedUpdate.Assignment {
    /// Returns the new value of a row, in the stored form of the attribute.
    ///
    /// - Throws: ``StoreError`` with code `overflow`, and the object, if the value is beyond the
    ///   range of the attribute.
    func value(
        of row: StoredRow, in graph: some GraphNavigator, _ model: ManagedObjectModel
    ) throws(StoreError) -> Value {
        let value: Value
        do {
            value = try self.value.value(of: row, in: graph, model)
        } catch  where error.code == .overflow {
            throw overflow(row, model)
        }
        guard let fitting = attribute.type.normalized(value) else { throw overflow(row, model) }
        return fitting
    }

    private func overflow(_ row: StoredRow, _ model: ManagedObjectModel) -> StoreError {
        let root = model.layouts[model.layouts[row.entity].root].name
        let object = ManagedObjectID(entityName: root, number: row.number)
        return StoreError(
            .overflow,
            "\(object).\(attribute.name): the new value is beyond the range of \(attribute.type); "
                + "nothing was changed; exclude the object by the condition, or set its value by "
                + "itself")
    }
}

extension PredicateResolver {
    /// Resolves the new value of an attribute from the object's own attributes.
    fileprivate func value(
        _ expression: ValueExpression, of attribute: AttributeDescription
    ) throws(StoreError) -> ResolvedExpression {
        let resolved: ResolvedExpression
        if case .aggregate = expression.content {
            throw problem(expression.content, "the new value of an object is no aggregate")
        }
        if case .literal(let value) = expression.content {
            guard let fitting = attribute.type.normalized(value) else {
                throw unfitting(value, attribute)
            }
            return .literal(fitting, attribute.type)
        }
        resolved = try arithmetic(expression.content, as: attribute.type)
        guard resolved.type.wide == attribute.type.wide else {
            throw StoreError(
                .invalidRequest,
                "\(model.entities[entity].name).\(attribute.name): expected "
                    + "\(attribute.type.word), found \(resolved.type.word) in "
                    + "'\("\(expression)".shortened(to: 200))'")
        }
        guard resolved.paths.allSatisfy({ $0.steps.isEmpty }) else {
            throw problem(
                expression.content,
                "an update computes with attributes of the object itself; fetch the objects and "
                    + "set each for values of related objects")
        }
        guard case .literal(let value, _) = resolved else { return resolved }
        guard let fitting = attribute.type.normalized(value) else {
            throw unfitting(value, attribute)
        }
        return .literal(fitting, attribute.type)
    }

    private func unfitting(_ value: Value, _ attribute: AttributeDescription) -> StoreError {
        let isBeyond = attribute.type.wide.normalized(value) != nil
        return StoreError(
            isBeyond ? .overflow : .invalidRequest,
            "\(model.entities[entity].name).\(attribute.name): expected \(attribute.type.word)"
                + "\(isBeyond ? " in the range of \(attribute.type)" : ""), found "
                + "\("\(value)".shortened(to: 200))")
    }
}
