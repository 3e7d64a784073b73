import ObjectGraph

/// Lists of objects that only one record of the payload is about, in relationships that nobody else
/// writes from the other end: nearly everything that payloads nest.
///
/// Those of new objects are gathered by relationship and written without a question. Those of known
/// ones are mostly what is there already.
struct OneSidedLists {
    /// By relationship of the model.
    private var links: [NewLinks]
    /// By plan: where its relationships begin in ``gathered``.
    private var firsts: [Int] = []
    /// The relationship of the model, for each one of each plan; -1 where lists cannot be gathered.
    private var gathered: [Int] = []

    init(_ session: MappingSession) {
        links = session.context.model.relationships.map { NewLinks(isOrdered: $0.isOrdered) }
        var written: Set<Int> = []
        let relationships = session.plan.entities.flatMap(\.relationships)
        for relationship in relationships { written.insert(relationship.layout.index) }
        for plan in session.plan.entities {
            firsts.append(gathered.count)
            gathered += plan.relationships.map { relationship in
                // What the other end says counts in the order of the payload.
                let isOneSided = relationship.layout.inverse.map { !written.contains($0) } ?? true
                return relationship.isPlainList && isOneSided ? relationship.layout.index : -1
            }
        }
    }

    /// Whether a known object has exactly the links that go into a relationship; they must have been
    /// loaded.
    func isThere(_ assignment: Assignment, _ session: MappingSession) -> Bool {
        let record = session.records[Int(assignment.record)]
        let index = gathered[firsts[Int(record.plan)] + Int(assignment.relationship)]
        let object = session.objects[Int(record.object)]
        guard index >= 0, object.state == .existing, object.record == assignment.record,
            object.lastRecord == assignment.record
        else { return false }
        let (numbers, isComplete) = session.numbers(of: assignment)
        return isComplete && session.context.hasLinks(numbers, of: index, from: object.number)
    }

    /// Takes over what goes into a relationship, if that is a list of a new object which only this
    /// record is about, and everything in the list could be read.
    mutating func gather(_ assignment: Assignment, _ session: MappingSession) -> Bool {
        let record = session.records[Int(assignment.record)]
        let index = gathered[firsts[Int(record.plan)] + Int(assignment.relationship)]
        guard index >= 0 else { return false }
        let object = session.objects[Int(record.object)]
        guard object.state == .new, object.record == assignment.record,
            object.lastRecord == assignment.record, assignment.isComplete
        else { return false }
        guard links[index].sources.last != object.number,
            !session.context.knowsLinks(of: index, from: object.number)
        else { return false }
        for target in assignment.targets {
            let found = Int(session.records[Int(session.targets[target])].object)
            guard found >= 0, session.objects[found].isUsable else {
                links[index].drop()
                return false
            }
            links[index].add(session.objects[found].number)
        }
        links[index].finish(source: object.number)
        return true
    }

    /// Writes what was gathered.
    func insert(into context: ManagedObjectContext) {
        for (relationship, links) in links.enumerated() where !links.isEmpty {
            context.insert(links, of: relationship)
        }
    }
}
