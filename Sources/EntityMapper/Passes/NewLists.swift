import ObjectGraph

/// Links of new objects that can be written without a question, gathered by relationship.
///
/// Most of what a payload nests is this: a list of a new object, in a relationship that nobody else
/// writes from the other end.
struct NewLists {
    /// By relationship of the model; nothing where lists cannot be gathered.
    private var links: [NewLinks?]

    init(_ session: MappingSession) {
        links = session.context.model.relationships.map { _ in nil }
        var written: Set<Int> = []
        let relationships = session.plan.entities.flatMap(\.relationships)
        for relationship in relationships { written.insert(relationship.layout.index) }
        for relationship in relationships where relationship.isPlainList {
            // What the other end says counts in the order of the payload.
            let layout = relationship.layout
            guard layout.inverse.map({ !written.contains($0) }) ?? true else { continue }
            links[layout.index] = NewLinks(isOrdered: layout.isOrdered)
        }
    }

    /// Takes over what goes into a relationship, if that is a list of a new object which only this
    /// record is about, and everything in the list could be read.
    mutating func take(_ assignment: Assignment, _ session: MappingSession) -> Bool {
        let record = session.records[Int(assignment.record)]
        let object = session.objects[Int(record.object)]
        guard object.state == .new, object.record == assignment.record,
            object.lastRecord == assignment.record, assignment.isComplete
        else { return false }
        let index = session.plan.entities[Int(record.plan)]
            .relationships[Int(assignment.relationship)].layout.index
        guard links[index] != nil, links[index]?.sources.last != object.number,
            !session.context.knowsLinks(of: index, from: object.number)
        else { return false }
        for target in assignment.targets {
            let found = Int(session.records[Int(session.targets[target])].object)
            guard found >= 0, session.objects[found].isUsable else {
                links[index]?.drop()
                return false
            }
            links[index]?.add(session.objects[found].number)
        }
        links[index]?.finish(source: object.number)
        return true
    }

    /// Writes what was gathered.
    func insert(into context: ManagedObjectContext) {
        for (relationship, links) in links.enumerated() {
            guard let links, !links.isEmpty else { continue }
            context.insert(links, of: relationship)
        }
    }
}
