import ObjectGraph

/// Follows relationships from objects to objects, in circles too, each object once.
///
/// Each round takes a request for each relationship, and one for each tree of entities. Data that
/// leads on for more rounds than there are relationships goes in circles of entities. After some
/// more rounds everything that these hold is read at once, so that the number of requests never
/// depends on how long a chain is.
struct GraphWalk {
    /// How an object was met first.
    struct Arrival {
        let relationship: Int
        let source: Int64
    }

    let context: ManagedObjectContext
    /// By entity: the relationships to follow.
    private let edges: [[Int]]
    private let roundLimit: Int
    private(set) var arrivals: [ObjectPlace: Arrival] = [:]
    private var visited: Set<ObjectPlace>

    /// Objects that were `visited` are not followed again.
    init(_ context: ManagedObjectContext, edges: [[Int]], visited: Set<ObjectPlace>) {
        self.context = context
        self.edges = edges
        self.visited = visited
        roundLimit = Set(edges.joined()).count + 8
    }

    /// Walks from objects, each along some relationships; then along all that their entity has.
    mutating func run(_ start: [Int: [Int64]]) throws(StoreError) {
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
                let place = ObjectPlace(root: root, number: number)
                guard visited.insert(place).inserted else { continue }
                arrivals[place] = Arrival(relationship: relationship, source: source)
                if leadsOn { met[root, default: []].append(number) }
            }
        }
    }

    /// Whether there is anything to follow from the objects that a relationship leads to.
    private func leadsOn(_ layout: RelationshipLayout) -> Bool {
        context.model.layouts[layout.destination].family.contains { !edges[$0].isEmpty }
    }

    /// Reads all rows that the relationships lead through, and the relationships of each.
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
