extension ManagedObjectContext {
    /// Saves all changes in one transaction, or none.
    ///
    /// Rows with restored original values are not written. After a save the context includes other
    /// commits that were made since the last read. If those commits concern objects that an
    /// operation has mapped into this context, the save also connects the objects.
    ///
    /// In a nested unit of work this is a programming error; see ``perform(_:)``.
    ///
    /// - Throws: ``ValidationError`` with every invalid object; ``StoreError`` with code `conflict`
    ///   if another context wrote one of the rows since it was read, or gave an object of a
    ///   one-to-one relationship to another object, with `uniqueness` if two
    ///   objects would share a unique value, with `unreadableValue` if a stored value was read that
    ///   does not fit its Swift type, or with another code if the store fails. The changes then
    ///   remain pending, and the store is unchanged.
    /// - Complexity: One commit, and O(*n*) in the number of registered objects.
    public func save() throws {
        precondition(
            nestedStarts.isEmpty,
            "save() in a nested unit of work would write the changes around it, too; "
                + "save when the outermost unit is complete")
        if let failure = readFailure ?? unreadableValue { throw failure }
        let problems = try validationProblems()
        guard problems.isEmpty else { throw ValidationError(problems: problems) }
        var changes = changeSet()
        changes.metadata += try substituteChanges(changes)
        let followUps = changes.followUps
        followUps.forEach { $0.prepare(changes) }
        closeReader()
        do {
            if !changes.isEmpty {
                try backend.commits.gate.admit { try backend.commit(changes) }
            }
        } catch {
            // The next reader may see a newer state, which must not be mixed with rows read before.
            state.forgetRead()
            throw error
        }
        saves += 1
        state.forgetAll()
        forgetVersions()
        followUps.forEach { $0.run(model, backend) }
    }

    /// Returns the changes that a save would write, as a value.
    package func changeSet() -> ChangeSet {
        var changes = ChangeSet()
        for table in state.tables {
            for position in table.changed { collect(table, position, into: &changes) }
        }
        for layout in model.relationships where !state.links[layout.index].touched.isEmpty {
            collectLinks(of: layout, into: &changes)
        }
        changes.indexes = state.indexes
        changes.mappedEntities = state.mappedEntities
        changes.connections = state.connections
        changes.metadata = state.metadata.behind("")
        changes.followUps = state.followUps
        changes.settledMarks = state.settledMarks
        changes.seen = baseVersion
        return changes
    }

    private func collect(_ table: RowTable, _ position: Int, into changes: inout ChangeSet) {
        let entry = table.entries[position]
        switch entry.state {
        case .inserted: changes.inserted.append(entry.stored)
        case .updated:
            guard let original = table.original(at: position) else { return }
            let changed = entry.row.slots.filter { !entry.row.isSame($0, as: original) }
            guard !changed.isEmpty else { return }
            changes.updated.append(
                RowUpdate(row: entry.stored, changedSlots: changed, original: original))
        case .deleted:
            changes.deleted.append(
                RowDeletion(
                    number: entry.number, entity: entry.entity, version: entry.version,
                    original: table.original(at: position)))
        case .clean, .stale, .gone: break
        }
    }

    private func collectLinks(of layout: RelationshipLayout, into changes: inout ChangeSet) {
        let table = state.links[layout.index]
        let (sourceRoot, targetRoot) = (root(of: layout.entity), root(of: layout.destination))
        var links = LinkChanges(relationship: layout.index)
        for list in table.touched.map({ table.list(at: $0) }) where list.isChanged {
            guard state.isAlive(root: sourceRoot, list.source) else { continue }
            guard !list.original.isEmpty else {
                for (index, link) in list.current.enumerated()
                where state.isAlive(root: targetRoot, link.destination) {
                    links.stored.append(stored(link, of: list.source, index, layout))
                }
                continue
            }
            let before = Set(list.original)
            var kept: Set<Int64> = []
            for (index, link) in list.current.enumerated()
            where state.isAlive(root: targetRoot, link.destination) {
                kept.insert(link.destination)
                // Positions can have gaps where a destination was deleted, so an ordered list is
                // written as a whole.
                if !layout.isOrdered, before.contains(link) { continue }
                links.stored.append(stored(link, of: list.source, index, layout))
            }
            for link in list.original
            where !kept.contains(link.destination)
                && state.isAlive(root: targetRoot, link.destination)
            {
                links.removed.append(
                    StoredLink(source: list.source, destination: link.destination))
            }
        }
        if !links.stored.isEmpty || !links.removed.isEmpty { changes.links.append(links) }
    }

    private func stored(
        _ link: LinkTable.Link, of source: Int64, _ index: Int, _ layout: RelationshipLayout
    ) -> StoredLink {
        StoredLink(
            source: source, destination: link.destination,
            position: layout.isOrdered ? Int64(index) : nil, inversePosition: link.inversePosition)
    }
}
