import ObjectGraph

extension PlanCompiler {
    /// Compiles the identification of a mapping and reports its problems.
    mutating func compileIdentification(
        of mapping: EntityMapping, _ layout: EntityLayout, _ attributes: [AttributePlan]
    ) -> IdentificationPlan? {
        let predicate = checkPredicate(
            mapping.identificationPredicate, "identification predicate", of: mapping, layout)
        guard let names = mapping.mappedIdentification else {
            if predicate != nil || mapping.identificationPredicateBuilder != nil {
                report(
                    .identification, mapping, nil,
                    "an identification predicate chooses among objects that identificationAttributes "
                        + "find, and there are none; name at least one attribute")
            }
            return nil
        }
        for name in Set(names).sorted() where names.count(where: { $0 == name }) > 1 {
            report(
                .identification, mapping, name,
                "identificationAttributes names '\(name)' twice; once is enough")
        }
        guard !names.isEmpty else {
            report(
                .identification, mapping, nil,
                "identificationAttributes is empty; name at least one attribute, or set it to nil")
            return nil
        }
        var indices = names.compactMap { identifyingIndex(of: $0, mapping, layout, attributes) }
        guard indices.count == names.count else { return nil }
        indices.sort { attributes[$0].slot < attributes[$1].slot }
        let slots = indices.map { attributes[$0].slot }
        let isUnique =
            mapping.identificationPredicate == nil && mapping.identificationPredicateBuilder == nil
        let isShared = isUnique && mapping.conflictingSubentity != .insert
        let space = IdentitySpacePlan(
            entity: isShared ? declaringEntity(of: slots, in: layout) : layout.index,
            root: layout.root, slots: slots,
            isInteger: indices.count == 1 && attributes[indices[0]].isInteger)
        return IdentificationPlan(
            space: addSpace(space, isUnique: isUnique && !hasRivals(mapping, in: space)),
            attributes: indices, predicate: predicate,
            builder: mapping.identificationPredicateBuilder)
    }

    /// Returns the topmost entity that has all of the given slots.
    private func declaringEntity(of slots: [Int], in layout: EntityLayout) -> Int {
        let owners = slots.map { layout.slots[$0].entity }
        return owners.max { model.layouts[$0].includes($1) } ?? layout.index
    }

    /// Tests whether another mapping may insert objects with the same identification.
    ///
    /// Only entities of the same hierarchy are considered.
    private func hasRivals(_ mapping: EntityMapping, in space: IdentitySpacePlan) -> Bool {
        model.layouts[space.entity].family.contains { entity in
            guard model.layouts[entity].name != mapping.entity.name else { return false }
            return entityMappingIndexes[entity, default: []].contains { index in
                let other = mappings.mappings[index]
                return other.conflictingSubentity == .insert || other.needsMore(than: mapping)
            }
        }
    }

    /// Returns the index of an identification attribute; reports an invalid attribute.
    private mutating func identifyingIndex(
        of name: String, _ mapping: EntityMapping, _ layout: EntityLayout,
        _ attributes: [AttributePlan]
    ) -> Int? {
        guard let slot = layout.slotIndexes[name], let attribute = layout.slots[slot].attribute
        else {
            report(
                .identification, mapping, name,
                "identificationAttributes: " + noAttribute(name, in: layout))
            return nil
        }
        if !attribute.type.isOrdered {
            report(
                .identification, mapping, name,
                "'\(name)' is of type \(attribute.type.word) and cannot identify an object")
        }
        let indices = attributes.indices.filter { attributes[$0].slot == slot }
        if indices.count > 1 {
            report(
                .identification, mapping, name,
                "'\(name)' identifies \(layout.name), but several attribute mappings write to it; "
                    + "keep one of them")
        }
        if indices.isEmpty {
            report(
                .identification, mapping, name,
                "'\(name)' identifies \(layout.name), but nothing is mapped to it; add an "
                    + "attribute mapping, or set identificationAttributes to nil")
        }
        return indices.last
    }

    /// Compiles the modification attribute, and reports it if it is invalid.
    mutating func compileModification(
        of mapping: EntityMapping, _ layout: EntityLayout, _ attributes: [AttributePlan]
    ) -> ModificationPlan? {
        guard let name = mapping.modificationAttribute else { return nil }
        guard layout.slotIndexes[name] != nil else {
            report(
                .modification, mapping, name,
                "modificationAttribute: " + noAttribute(name, in: layout))
            return nil
        }
        guard let attribute = attributes.lastIndex(where: { $0.name == name }) else {
            report(
                .modification, mapping, name,
                "nothing is mapped to the modification attribute '\(name)'")
            return nil
        }
        guard attributes[attribute].conversion.type.isOrdered else {
            report(
                .modification, mapping, name,
                "the modification attribute '\(name)' has no order that tells what is newer")
            return nil
        }
        return ModificationPlan(
            attribute: attribute, threshold: mapping.modificationThreshold,
            mapsRelationships: mapping.shouldMapRelationshipsIfObjectIsUnmodified)
    }

    /// Compiles the deletion predicate, and reports its problems.
    mutating func compileTombstone(
        of mapping: EntityMapping, _ layout: EntityLayout, _ attributes: [AttributePlan]
    ) -> TombstonePlan? {
        let evaluator = checkPredicate(
            mapping.deletionPredicate, "deletion predicate", of: mapping, layout)
        guard let predicate = mapping.deletionPredicate else { return nil }
        let slots = slots(readBy: predicate, of: layout)
        return TombstonePlan(
            predicate: predicate, evaluator: evaluator,
            attributes: attributes.indices.filter { slots.contains(attributes[$0].slot) })
    }

    /// Resolves a predicate and reports its problems.
    @discardableResult
    mutating func checkPredicate(
        _ predicate: EntityPredicate?, _ role: String, of mapping: EntityMapping?,
        _ layout: EntityLayout
    ) -> PredicateEvaluator? {
        guard let predicate, predicate != .true else { return nil }
        do throws(StoreError) {
            let resolver = PredicateResolver(model: model, entity: layout.index)
            return PredicateEvaluator(try resolver.resolve(predicate), model: model)
        } catch {
            report(.predicate, mapping, nil, "the \(role): \(error.message)")
            return nil
        }
    }
}

extension PlanCompiler {
    /// Checks that exactly one attribute identifies an object.
    mutating func checkIdentifiers(
        of mapping: EntityMapping, _ identification: IdentificationPlan?
    ) {
        guard identification?.attributes.count != 1 else { return }
        let names = mapping.mappedIdentification ?? []
        guard names.count != 1 else { return }
        let found = names.isEmpty ? "none" : names.joined(separator: ", ")
        report(
            .identification, mapping, nil,
            "acceptsIdentifiers takes a value for the one attribute that identifies an object, and "
                + "there is \(found); name one, or set it to false")
    }

    /// Returns the slot of the synchronization attribute, and reports it if it is invalid.
    mutating func compileSynchronization(
        of mapping: EntityMapping, _ layout: EntityLayout
    ) -> Int? {
        guard let name = mapping.synchronizationAttribute else { return nil }
        guard let slot = layout.slotIndexes[name], let attribute = layout.slots[slot].attribute
        else {
            report(
                .synchronization, mapping, name,
                "synchronizationAttribute: " + noAttribute(name, in: layout))
            return nil
        }
        guard attribute.type.isInteger else {
            report(
                .synchronization, mapping, name,
                "the synchronization attribute '\(name)' is of type \(attribute.type.word); it must "
                    + "be an integer, see SynchronizationState")
            return nil
        }
        return slot
    }

    /// Returns the slots of a row that a predicate reads; empty if it does not match the model.
    func slots(readBy predicate: EntityPredicate?, of layout: EntityLayout) -> Set<Int> {
        let resolver = PredicateResolver(model: model, entity: layout.index)
        guard let predicate, let resolved = try? resolver.resolve(predicate) else { return [] }
        var slots: Set<Int> = []
        for path in resolved.paths where path.steps.isEmpty && path.entity == layout.index {
            if case .attribute(let slot, _) = path.end { slots.insert(slot) }
        }
        return slots
    }
}

extension EntityMapping {
    /// Tests whether the identification is a strict superset of another mapping's.
    ///
    /// Several of its objects may then equal one object of the other mapping.
    fileprivate func needsMore(than other: EntityMapping) -> Bool {
        let names = Set(mappedIdentification ?? [])
        return names.isStrictSuperset(of: other.mappedIdentification ?? [])
    }
}

extension AttributePlan {
    /// Indicates whether the row stores the value as a 64-bit integer.
    fileprivate var isInteger: Bool { conversion.type.isInteger }
}

extension AttributeType {
    /// Indicates whether the values are integers, of any width.
    fileprivate var isInteger: Bool {
        switch self {
        case .integer16, .integer32, .integer64: true
        default: false
        }
    }
}
