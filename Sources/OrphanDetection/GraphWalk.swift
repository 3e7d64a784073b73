package import ObjectGraph

/// A breadth-first traversal of relationships that visits each object once.
///
/// Each round takes one request for each relationship, and one for each inheritance tree. If the
/// traversal takes more rounds than there are relationships, the data is recursive. After some
/// additional rounds, all rows of the recursive entities are read at once, so that the number of
/// requests does not depend on the length of a chain.
package struct GraphWalk {
    /// The relationship and the source through which an object was reached first.
    package struct Arrival {
        package let relationship: Int
        package let source: Int64
    }

    private let context: ManagedObjectContext
    /// The relationships to follow, by entity.
    private let edges: [[Int]]
    private let roundLimit: Int
    package private(set) var arrivals: [RowID: Arrival] = [:]
    private var visited: Set<RowID>

    /// Creates a traversal that does not follow the objects in `visited`.
    package init(_ context: ManagedObjectContext, edges: [[Int]], visited: Set<RowID>) {
        self.context = context
        self.edges = edges
        self.visited = visited
        roundLimit = Set(edges.joined()).count + 8
    }

    /// Follows each given relationship from its objects, then all edges of the objects reached.
    package mutating func run(_ start: [Int: [Int64]]) throws(StoreError) {
        var open = start
        var round = 0
        while !open.isEmpty {
            round += 1
            if round == roundLimit { try readEverything() }
            var met: [Int: [Int64]] = [:]
            for (relationship, sources) in open.sorted(by: { $0.key < $1.key }) {
                try follow(relationship, from: sources, &met)
            }
            open = [:]
            for (root, numbers) in met.sorted(by: { $0.key < $1.key }) {
                try context.load(root: root, numbers)
                for number in numbers {
                    guard let position = try context.position(root: root, number) else { continue }
                    for edge in edges[context.state.tables[root].entries[position].entity] {
                        open[edge, default: []].append(number)
                    }
                }
            }
        }
    }

    private mutating func follow(
        _ relationship: Int, from sources: [Int64], _ met: inout [Int: [Int64]]
    ) throws(StoreError) {
        let layout = context.model.relationships[relationship]
        let root = context.root(of: layout.destination)
        let leadsOn = leadsOn(layout)
        try context.load(relationship, from: sources)
        for source in sources {
            for number in try context.destinations(of: relationship, from: source) {
                let row = RowID(root: root, number: number)
                guard visited.insert(row).inserted else { continue }
                arrivals[row] = Arrival(relationship: relationship, source: source)
                if leadsOn { met[root, default: []].append(number) }
            }
        }
    }

    /// Tests whether the objects that a relationship references have edges to follow.
    private func leadsOn(_ layout: RelationshipLayout) -> Bool {
        context.model.layouts[layout.destination].family.contains { !edges[$0].isEmpty }
    }

    /// Reads all rows that the relationships reference, and the relationships of each.
    private func readEverything() throws(StoreError) {
        let model = context.model
        let layouts = Set(edges.joined()).map { model.relationships[$0] }
        let inner = Set(layouts.filter(leadsOn).flatMap { model.layouts[$0.destination].family })
        for (entity, relationships) in edges.enumerated()
        where !relationships.isEmpty || inner.contains(entity) {
            let request = RowRequest(entity: entity, includesSubentities: false)
            let numbers = try context.numbers(matching: request)
            for relationship in relationships { try context.load(relationship, from: numbers) }
        }
    }
}
