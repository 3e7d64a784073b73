extension ManagedObjectContext {
    /// Returns all problems that prevent the changes from being saved.
    ///
    /// - Throws: ``StoreError`` if a relationship that must not be empty cannot be read.
    package func validationProblems() throws(StoreError) -> [ValidationError.Problem] {
        var problems: [ValidationError.Problem] = []
        for root in state.tables.indices {
            let table = state.tables[root]
            for position in table.changed where table.isAlive(at: position) {
                checkValues(table.entries[position], &problems)
            }
        }
        for layout in model.relationships
        where !layout.description.isOptional || layout.description.limitsCount {
            try checkObjects(of: layout, &problems)
        }
        for refusal in state.refusals { check(refusal, &problems) }
        for denial in state.denials { try check(denial, &problems) }
        return problems
    }

    private func checkValues(
        _ entry: RowTable.Entry, _ problems: inout [ValidationError.Problem]
    ) {
        let layout = model.layouts[entry.entity]
        for slot in layout.mandatorySlots where entry.row[slot].isNull {
            problems.append(
                problem(
                    .missingValue, layout, entry.number, layout.slots[slot].name,
                    "a value is required"))
        }
        for (slot, check) in layout.checks {
            guard let fault = check.fault(of: entry.row[slot]) else { continue }
            problems.append(
                problem(
                    fault.code, layout, entry.number, layout.slots[slot].name,
                    "expected \(fault.expected), found \(fault.found)"))
        }
    }

    private func checkObjects(
        of layout: RelationshipLayout, _ problems: inout [ValidationError.Problem]
    ) throws(StoreError) {
        let root = root(of: layout.entity)
        var candidates = try objectsThatMayHaveLost(layout)
        if layout.description.limitsCount {
            candidates = Set(candidates).union(objectsThatMayHaveGained(layout)).sorted()
        }
        try load(root: root, candidates)
        let sources = candidates.filter { number in
            guard let position = state.tables[root].position(of: number) else { return false }
            return state.tables[root].isAlive(at: position)
                && model.layouts[layout.entity].includes(
                    state.tables[root].entries[position].entity)
        }
        guard !sources.isEmpty else { return }
        try load(layout.index, from: sources)
        for number in sources {
            let count = try destinations(of: layout.index, from: number).count
            guard let (code, message) = countProblem(count, layout),
                let position = try position(root: root, number)
            else { continue }
            let entity = model.layouts[state.tables[root].entries[position].entity]
            problems.append(problem(code, entity, number, layout.name, message))
        }
    }

    private func countProblem(
        _ count: Int, _ layout: RelationshipLayout
    ) -> (code: ValidationError.Code, message: String)? {
        let destination = model.entities[layout.destination].name
        let (least, most) = (layout.description.minCount, layout.description.maxCount)
        if count == 0 {
            return layout.description.isOptional
                ? nil : (.missingObject, "an object of \(destination) is required")
        }
        if count < least {
            return (.tooFewObjects, "expected at least \(least) of \(destination), found \(count)")
        }
        if let most, count > most {
            return (.tooManyObjects, "expected at most \(most) of \(destination), found \(count)")
        }
        return nil
    }

    private func check(
        _ refusal: Refusal, _ problems: inout [ValidationError.Problem]
    ) {
        let table = state.tables[refusal.root]
        guard let position = table.livePosition(of: refusal.number, near: -1),
            table.entries[position].row.has(refusal.kept, in: refusal.slot)
        else { return }
        let layout = model.layouts[table.entries[position].entity]
        problems.append(
            problem(
                .invalidValue, layout, refusal.number, layout.slots[refusal.slot].name,
                refusal.message))
    }

    private func check(
        _ denial: GraphState.Denial, _ problems: inout [ValidationError.Problem]
    ) throws(StoreError) {
        let layout = model.relationships[denial.relationship]
        let left = try destinations(of: layout.index, from: denial.source).count
        guard left > 0 else { return }
        let destination = model.entities[layout.destination].name
        problems.append(
            problem(
                .deletionDenied, model.layouts[denial.entity], denial.source, layout.name,
                "it cannot be deleted while it has \(left) of \(destination)"))
    }

    private func problem(
        _ code: ValidationError.Code, _ entity: EntityLayout, _ number: Int64, _ property: String,
        _ message: String
    ) -> ValidationError.Problem {
        ValidationError.Problem(
            code: code, objectID: objectID(root: entity.root, number), entity: entity.name,
            identity: identity(of: number, entity), property: property, message: message)
    }

    /// Returns the identifying values of an object, by the unique indexes of plans.
    private func identity(of number: Int64, _ entity: EntityLayout) -> String? {
        let table = state.tables[entity.root]
        guard let position = table.position(of: number) else { return nil }
        let row = table.entries[position].row
        for index in state.indexes
        where index.isUnique && model.layouts[index.entity].includes(entity.index) {
            guard index.slots.allSatisfy({ !row[$0].isNull }) else { continue }
            return index.slots.map { "\(entity.slots[$0].name): \(row[$0])" }
                .joined(separator: ", ")
        }
        return nil
    }
}

extension ManagedObjectContext {
    /// Returns objects whose relationship may have become empty.
    ///
    /// These are the changed objects, and the objects at the other end of changes.
    private func objectsThatMayHaveLost(
        _ layout: RelationshipLayout
    ) throws(StoreError) -> [Int64] {
        let table = state.tables[root(of: layout.entity)]
        var sources = Set(table.changed.map { table.entries[$0].number })
        let deleted = deletedNumbers(of: layout.destination)
        switch layout.storage {
        case .reference: break
        case .links:
            let links = state.links[layout.index]
            sources.formUnion(links.touched.map { links.list(at: $0).source })
            try loadArrivals(of: layout.index, to: deleted)
            for number in deleted {
                let arriving = state.links[layout.index].arriving(at: number)
                sources.formUnion(arriving.map(\.source))
            }
        case .inverseReference(let other):
            sources.formUnion(formerTargets(of: model.relationships[other]))
        case .inverseLinks(let other):
            try load(other, from: deleted)
            let links = state.links[other]
            for position in links.touched {
                sources.formUnion(links.list(at: position).original.map(\.destination))
            }
            for number in deleted {
                sources.formUnion((links.list(of: number) ?? []).map(\.destination))
            }
        }
        return sources.sorted()
    }

    /// Returns objects at the other end of changes whose relationship may have more objects.
    private func objectsThatMayHaveGained(_ layout: RelationshipLayout) -> Set<Int64> {
        switch layout.storage {
        case .reference, .links: return []  // the source itself has changed
        case .inverseReference(let other):
            let inverse = model.relationships[other]
            guard case .reference(let slot) = inverse.storage else { return [] }
            let table = state.tables[root(of: inverse.entity)]
            return Set(
                table.changed.compactMap { position in
                    let entry = table.entries[position]
                    guard table.isAlive(at: position),
                        model.layouts[inverse.entity].includes(entry.entity)
                    else { return nil }
                    return entry.row.reference(slot)
                })
        case .inverseLinks(let other):
            let links = state.links[other]
            return Set(links.touched.flatMap { links.list(at: $0).current.map(\.destination) })
        }
    }

    private func deletedNumbers(of entity: Int) -> [Int64] {
        let table = state.tables[root(of: entity)]
        return table.changed.map { table.entries[$0] }
            .filter { $0.state == .deleted && model.layouts[entity].includes($0.entity) }
            .map(\.number)
    }

    /// Returns the objects that changed rows referenced before.
    private func formerTargets(of layout: RelationshipLayout) -> [Int64] {
        guard case .reference(let slot) = layout.storage else { return [] }
        let table = state.tables[root(of: layout.entity)]
        return table.changed.compactMap { position in
            guard model.layouts[layout.entity].includes(table.entries[position].entity) else {
                return nil
            }
            return table.original(at: position)?.reference(slot)
        }
    }
}

extension RelationshipDescription {
    /// Indicates whether the number of objects is limited beyond empty or not.
    package var limitsCount: Bool { minCount > 1 || maxCount != nil }
}
