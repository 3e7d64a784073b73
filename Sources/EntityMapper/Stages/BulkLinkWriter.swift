import ObjectGraph

/// The bulk writer of relationships that the payload assigns from one end only.
///
/// The order of the records does not matter.
///
/// Nearly all nested relationships are of this kind. A reference is written into the row of its
/// object. The lists of a new object with a single record are written without checks: if the
/// relationship is stored as links, they are collected by relationship; if it is stored as
/// references of the destinations, these are written into their new rows. The lists of existing
/// objects are usually unchanged.
struct BulkLinkWriter {
    private let context: ManagedObjectContext
    /// The links to insert, by relationship of the model.
    private var links: [NewLinks]
    /// The storage of each relationship of each plan.
    private var homes: [[Home]]

    /// The storage of a relationship that can be written directly.
    enum Home {
        /// Links of a relationship of the model.
        case links(Int)
        /// A slot in the rows of the destinations.
        case slot(Int)
        /// A slot in the row of the source.
        case reference(Int)
        /// None; the links are assigned individually.
        case elsewhere
    }

    init(_ graph: RecordGraph, _ context: ManagedObjectContext) {
        self.context = context
        let model = context.model
        links = model.relationships.map { NewLinks(isOrdered: $0.isOrdered) }
        homes = graph.plan.entities.map { plan in
            plan.relationships.map { relationship in
                if relationship.isPlainList { return .links(relationship.layout.index) }
                if let slot = relationship.directSlot { return .reference(slot) }
                return model.referringSlot(of: relationship.layout).map(Home.slot) ?? .elsewhere
            }
        }
        excludeOrdered(graph)
    }

    /// Excludes relationships that the payload assigns from both ends or in several ways.
    ///
    /// For these, the order of the records matters.
    private mutating func excludeOrdered(_ graph: RecordGraph) {
        var isWritten = homes.map { $0.map { _ in false } }
        for link in graph.links {
            isWritten[graph.records[link.record].plan][link.relationship.position] = true
        }
        var written: Set<Int> = []
        var ordered: Set<Int> = []
        for (number, plan) in graph.plan.entities.enumerated() {
            var own: Set<Int> = []
            for (role, relationship) in plan.relationships.enumerated()
            where isWritten[number][role] {
                let index = relationship.layout.index
                written.insert(index)
                // If several mappings fill the same list of a record, the last mapping must take
                // precedence.
                if !own.insert(index).inserted, relationship.layout.isToMany {
                    ordered.insert(index)
                }
                if case .elsewhere = homes[number][role] { ordered.insert(index) }
            }
        }
        for (number, plan) in graph.plan.entities.enumerated() {
            for (role, relationship) in plan.relationships.enumerated() {
                let layout = relationship.layout
                if ordered.contains(layout.index) || layout.inverse.map(written.contains) == true {
                    homes[number][role] = .elsewhere
                }
            }
        }
    }

    /// Returns the directly writable storage of the relationship of a plan's record.
    @inline(__always)
    func home(of link: PendingLink, _ plan: PlanIndex) -> Home {
        homes[plan][link.relationship.position]
    }

    /// Returns the pending links without existing links, which must have been loaded.
    func absent(_ links: [PendingLink], _ graph: RecordGraph) -> [PendingLink] {
        links.filter { !isPresent($0, graph) }
    }

    /// Tests whether an existing object already has exactly the links to be assigned.
    private func isPresent(_ link: PendingLink, _ graph: RecordGraph) -> Bool {
        let record = graph.records[link.record]
        guard case .links(let index) = home(of: link, record.plan),
            let object = graph.object(of: record), object.state == .existing,
            object.record == link.record,
            object.lastRecord == link.record
        else { return false }
        let (numbers, isComplete) = graph.numbers(of: link)
        return isComplete && context.hasLinks(numbers, of: index, from: object.number)
    }

    /// Accepts a pending link if its source is a new object with this record only.
    ///
    /// All destinations must have been readable.
    mutating func take(
        _ link: PendingLink, from object: MappedObject, _ home: Home, _ graph: RecordGraph,
        _ rows: inout RowBatches, isObserved: Bool
    ) -> Bool {
        guard object.state == .new, object.record == link.record, object.lastRecord == link.record,
            link.isComplete
        else { return false }
        switch home {
        case .links(let index): return gather(link, of: index, from: object.number, graph)
        case .slot(let slot):
            // An observer is notified that nothing has changed, which only assigning determines.
            guard !link.targets.isEmpty else { return !isObserved }
            return refer(link, slot, to: object.number, graph, &rows)
        case .reference, .elsewhere: return false
        }
    }

    private mutating func gather(
        _ link: PendingLink, of index: Int, from source: Int64, _ graph: RecordGraph
    ) -> Bool {
        guard links[index].sources.last != source, !context.knowsLinks(of: index, from: source)
        else { return false }
        for target in link.targets {
            guard let object = graph.object(of: graph.records[graph.targets[target]]),
                object.isUsable
            else {
                links[index].drop()
                return false
            }
            links[index].add(object.number)
        }
        links[index].finish(source: source)
        return true
    }

    /// Writes a reference to the source into the rows of all destinations.
    ///
    /// Each destination must be new and have a single record, so that it has no other source.
    private func refer(
        _ link: PendingLink, _ slot: Int, to source: Int64, _ graph: RecordGraph,
        _ rows: inout RowBatches
    ) -> Bool {
        for target in link.targets {
            let number = graph.targets[target]
            let record = graph.records[number]
            guard record.copyCount == 0, let object = graph.object(of: record),
                object.state == .new, object.record == number, object.lastRecord == number
            else { return false }
        }
        for target in link.targets {
            guard let object = graph.object(of: graph.records[graph.targets[target]]),
                let row = object.row
            else { continue }
            rows[object.plan].setReference(source, slot: slot, at: row)
        }
        return true
    }

    /// Inserts the collected links into the context.
    func insert() {
        for (relationship, links) in links.enumerated() where !links.isEmpty {
            context.insert(links, of: relationship)
        }
    }
}

extension ManagedObjectModel {
    /// Returns the slot where the destinations of a list reference its source.
    ///
    /// The result is `nil` if writing the slot would change anything else.
    fileprivate func referringSlot(of layout: RelationshipLayout) -> Int? {
        guard layout.isToMany, case .inverseReference(let inverse) = layout.storage else {
            return nil
        }
        return directSlot(of: relationships[inverse])
    }
}
