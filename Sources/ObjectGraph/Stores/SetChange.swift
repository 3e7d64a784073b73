/// A change of all rows that satisfy a condition, for execution inside a store.
///
/// Names are resolved by the model of the store that executes it.
package struct SetChange: Sendable {
    /// The rows to change; without an order and a limit.
    package var rows: RowRequest
    /// The new values.
    package var work: Work

    /// The kinds of changes.
    package enum Work: Sendable {
        case update([AttributeAssignment])
        case deletion
    }

    package init(_ rows: RowRequest, _ work: Work) {
        self.rows = rows
        self.work = work
    }

    /// Indicates whether the change is one of rows alone, whose result a store can compute.
    ///
    /// A context makes all other changes. These are changes of objects with rules for values or
    /// for the number of related objects, whose violations it names; updates of attributes with a
    /// rule of the Swift type, or whose values a store would have to round; and deletions that
    /// affect other objects: because of a delete rule, of a reference to clear, or of an object
    /// that must not lose its last related object.
    package func isSetBased(in model: ManagedObjectModel) throws(StoreError) -> Bool {
        let root = model.layouts[rows.entity].root
        switch work {
        case .update(let assignments):
            let update = try ResolvedUpdate(assignments, entity: rows.entity, model)
            return !hasRules(root, model) && update.assignments.allSatisfy(\.isSetBased)
        case .deletion: return !affectsOthers(root, model)
        }
    }

    private func hasRules(_ root: Int, _ model: ManagedObjectModel) -> Bool {
        model.layouts.contains { $0.root == root && !$0.checks.isEmpty }
            || model.relationships.contains {
                $0.description.limitsCount && model.layouts[$0.entity].root == root
            }
    }

    /// Indicates whether a deletion may change, or be prevented by, objects outside of the set.
    private func affectsOthers(_ root: Int, _ model: ManagedObjectModel) -> Bool {
        model.relationships.contains { relationship in
            let begins = model.layouts[relationship.entity].root == root
            let ends = model.layouts[relationship.destination].root == root
            let loses = !relationship.description.isOptional || relationship.description.limitsCount
            if ends, loses { return true }
            switch relationship.storage {
            case .reference: if ends { return true }
            case .inverseReference: if begins { return true }
            case .links, .inverseLinks: break
            }
            let rule = relationship.description.deleteRule
            return begins && (rule == .cascade || rule == .deny)
        }
    }

    private var attributes: Set<String> {
        guard case .update(let assignments) = work else { return [] }
        return Set(assignments.map(\.attribute))
    }

    /// Returns the possible changes, for commit hooks: any row and its links can change.
    package func possibleChanges(in model: ManagedObjectModel) -> ChangeSet {
        var changes = ChangeSet()
        changes.isUnlisted = true
        let root = model.layouts[rows.entity].root
        guard case .deletion = work else {
            changes.unlistedValues = UnlistedValues(root: root, attributes: attributes)
            return changes
        }
        changes.unlistedValues = UnlistedValues(root: root, attributes: nil)
        changes.links = model.relationships.filter { relationship in
            relationship.storage == .links
                && [relationship.entity, relationship.destination].contains {
                    model.layouts[$0].root == root
                }
        }.map { LinkChanges(relationship: $0.index) }
        return changes
    }
}

extension ResolvedUpdate.Assignment {
    /// Indicates whether stores compute exactly the values that a context computes.
    fileprivate var isSetBased: Bool {
        guard attribute.shape.shape == nil else { return false }
        switch attribute.type {
        case .boolean, .integer16, .integer32, .integer64, .double, .decimal, .string, .date, .data,
            .uuid, .url:
            return true
        case .float, .array, .dictionary: return false
        }
    }
}
