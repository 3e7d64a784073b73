import ObjectGraph

/// The edits of a store that were not sent, by object, and their order.
///
/// Edits of an object that were never sent are one edit:
///
/// | first | next | together |
/// |---|---|---|
/// | create | update | create |
/// | create | delete | nothing |
/// | update | update | update with the oldest base values |
/// | update | delete | delete |
///
/// What was sent keeps its bytes, so a later edit stays an entry of its own. A deletion also takes
/// the place of a creation or an update that the server has rejected.
struct EntryPlan {
    /// An edit with the entries that it consists of.
    struct Step {
        var entry: OutboxEntry
        /// The entries in the store whose place the edit takes, except its own.
        var replaced: [OutboxEntry] = []
        /// Whether nothing is left to send.
        var isVoid = false
    }

    /// The edits of each object in order; only the first can be sent.
    private(set) var steps: [ManagedObjectID: [Step]] = [:]

    init(_ entries: [OutboxEntry]) {
        for entry in entries {
            var (step, earlier) = (Step(entry: entry), steps[entry.object] ?? [])
            while let folded = earlier.last?.folding(step) {
                earlier.removeLast()
                step = folded
            }
            steps[entry.object] = earlier + [step]
        }
    }

    /// Reads the entries of a store in order.
    init(_ context: ManagedObjectContext) throws(StoreError) {
        self.init(try Self.entries(in: context))
    }

    /// Returns the entries of a store in order.
    static func entries(in context: ManagedObjectContext) throws(StoreError) -> [OutboxEntry] {
        try context.checkpoints(behind: OutboxEntry.prefix).map { OutboxEntry($0) }
    }

    /// All edits in order.
    var all: [Step] { steps.values.flatMap(\.self).sorted { $0.entry.id < $1.entry.id } }

    /// The first edit of each object in order.
    var heads: [Step] {
        steps.values.compactMap(\.first).sorted { $0.entry.id < $1.entry.id }
    }
}

extension EntryPlan.Step {
    /// Returns the edit together with a later one; `nil` if they are sent one after the other.
    fileprivate func folding(_ later: Self) -> Self? {
        let next = later.entry
        guard !isVoid, next.request == nil, next.state == .pending, next.user == entry.user else {
            return nil
        }
        let isUnsent = entry.request == nil && entry.state == .pending
        guard isUnsent || entry.state == .failed && next.kind == .delete else { return nil }
        var folded = self
        folded.replaced += later.replaced
        switch (entry.kind, next.kind) {
        case (.create, .update): folded.replaced.append(next)
        case (.update, .update):
            folded.replaced.append(next)
            folded.entry.base.merge(next.base) { oldest, _ in oldest }
            folded.entry.references.merge(next.references) { oldest, _ in oldest }
        case (.create, .delete):
            folded.replaced.append(next)
            folded.isVoid = true
        case (.update, .delete):
            folded.replaced.append(entry)
            folded.entry = next
            folded.entry.versionTag = entry.versionTag ?? next.versionTag
        case (_, .create), (.delete, _): return nil
        }
        return folded
    }
}

/// Dependencies between objects.
extension EntryPlan {
    /// Returns the edits that have to be sent before another one: creations of the objects that it
    /// references, and deletions of the objects that referenced a deleted one.
    func predecessors(
        of step: Step, in context: ManagedObjectContext
    ) throws(StoreError) -> [Step] {
        guard step.entry.kind != .delete else {
            return heads.filter {
                $0.entry.kind == .delete && $0.entry.id < step.entry.id
                    && $0.entry.parents.contains(step.entry.object)
            }
        }
        let creations = heads.filter { $0.entry.kind == .create && !$0.isVoid }
        guard !creations.isEmpty, let object = try context.object(with: step.entry.object) else {
            return []
        }
        return creations.filter { creation in
            guard creation.entry.object != step.entry.object else { return false }
            return Self.references(object).contains {
                $0.id == creation.entry.object
                    && ($0.isOwn || creation.entry.id < step.entry.id)
            }
        }
    }

    /// Returns the edits that have to be sent before another one, without those that wait for it
    /// in turn and are later.
    func obstacles(of step: Step, in context: ManagedObjectContext) throws(StoreError) -> [Step] {
        var obstacles: [Step] = []
        for other in try predecessors(of: step, in: context) {
            let waits = try waits(other, for: step, context, [])
            if other.entry.id < step.entry.id || !waits { obstacles.append(other) }
        }
        return obstacles
    }

    private func waits(
        _ step: Step, for other: Step, _ context: ManagedObjectContext,
        _ visited: Set<String>
    ) throws(StoreError) -> Bool {
        for next in try predecessors(of: step, in: context)
        where !visited.contains(next.entry.id) {
            if next.entry.id == other.entry.id { return true }
            if try waits(next, for: other, context, visited.union([step.entry.id])) { return true }
        }
        return false
    }

    /// Returns the objects that an object references; the references in its own row are necessary
    /// for its representation.
    private static func references(
        _ object: ManagedObject
    ) -> [(id: ManagedObjectID, isOwn: Bool)] {
        object.layout.relationships.flatMap { index -> [(id: ManagedObjectID, isOwn: Bool)] in
            let relationship = object.context.model.relationships[index]
            switch relationship.storage {
            case .reference:
                return object[toOne: relationship.name].map { [($0.objectID, true)] } ?? []
            // The object at the other end has the reference.
            case .inverseReference: return []
            case .links, .inverseLinks:
                let targets =
                    relationship.isToMany
                    ? object[toMany: relationship.name]
                    : [object[toOne: relationship.name]].compactMap(\.self)
                return targets.map { ($0.objectID, false) }
            }
        }
    }
}
