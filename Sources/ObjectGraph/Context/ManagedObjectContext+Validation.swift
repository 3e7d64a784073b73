extension ManagedObjectContext {
    /// Finds everything that keeps the changes from being saved.
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
        for layout in model.relationships where !layout.description.isOptional {
            try checkObjects(of: layout, &problems)
        }
        for denial in state.denials { try check(denial, &problems) }
        return problems
    }

    private func checkValues(
        _ entry: GraphTable.Entry, _ problems: inout [ValidationError.Problem]
    ) {
        let layout = model.layouts[entry.entity]
        for slot in layout.mandatorySlots where entry.row[slot].isNull {
            problems.append(
                problem(
                    .missingValue, layout, entry.number, layout.slots[slot].name,
                    "a value is required"))
        }
    }

    private func checkObjects(
        of layout: RelationshipLayout, _ problems: inout [ValidationError.Problem]
    ) throws(StoreError) {
        let root = root(of: layout.entity)
        let sources = state.touchedSources(of: layout, in: model).filter { number in
            guard let position = state.tables[root].position(of: number) else { return true }
            return state.tables[root].isAlive(at: position)
                && model.layouts[layout.entity].includes(
                    state.tables[root].entries[position].entity)
        }
        guard !sources.isEmpty else { return }
        try load(layout.index, from: sources)
        for number in sources where try destinations(of: layout.index, from: number).isEmpty {
            guard let position = try position(root: root, number) else { continue }
            let entity = model.layouts[state.tables[root].entries[position].entity]
            let found = model.entities[layout.destination].name
            problems.append(
                problem(
                    .missingObject, entity, number, layout.name,
                    "an object of \(found) is required"))
        }
    }

    private func check(
        _ denial: GraphState.Denial, _ problems: inout [ValidationError.Problem]
    ) throws(StoreError) {
        let layout = model.relationships[denial.relationship]
        let root = root(of: layout.destination)
        let left = denial.destinations.filter { state.isAlive(root: root, $0) }
        guard !left.isEmpty else { return }
        let destination = model.entities[layout.destination].name
        problems.append(
            problem(
                .deletionDenied, model.layouts[layout.entity], denial.source, layout.name,
                "it cannot be deleted while it has \(left.count) of \(destination)"))
    }

    private func problem(
        _ code: ValidationError.Code, _ entity: EntityLayout, _ number: Int64, _ property: String,
        _ message: String
    ) -> ValidationError.Problem {
        ValidationError.Problem(
            code: code, objectID: objectID(root: entity.root, number), entity: entity.name,
            property: property, message: message)
    }
}

extension GraphState {
    /// The objects for which a relationship may have become empty: changed ones, and those at the
    /// other end of what changed.
    fileprivate func touchedSources(
        of layout: RelationshipLayout, in model: ManagedObjectModel
    ) -> [Int64] {
        let table = tables[model.layouts[layout.entity].root]
        var sources = Set(table.changed.map { table.entries[$0].number })
        switch layout.storage {
        case .reference, .links: break
        case .inverseReference(let other):
            let back = model.relationships[other]
            guard case .reference(let slot) = back.storage else { break }
            let others = tables[model.layouts[back.entity].root]
            for position in others.changed {
                guard let row = others.original(at: position), slot < row.values.count,
                    let number = row.reference(slot)
                else { continue }
                sources.insert(number)
            }
        case .inverseLinks(let other):
            for position in links[other].touched {
                sources.formUnion(links[other].lists[position].original.map(\.destination))
            }
        }
        return sources.sorted()
    }
}
