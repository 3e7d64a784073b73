import ObjectGraph

/// Reading in few requests what will be written one by one.
extension RepresentationPass {
    /// Objects that are written by one mapping and were reached in one way.
    private struct Level: Hashable {
        let mapping: Int
        let arrival: Int?
    }

    /// Reads what will be written, level by level: a request or two for each relationship, whatever
    /// the number of objects.
    func readAhead(_ objects: [ManagedObject]) throws(MappingError) {
        var open: [Level: Set<Int64>] = [:]
        var known = open
        for (root, objects) in Dictionary(grouping: objects, by: \.root) {
            try MappingError.wrapping { () throws(StoreError) in
                try context.load(root: root, objects.map(\.number))
            }
            for object in objects { add(object, writer.mapping, nil, to: &open) }
        }
        for _ in 0..<max(0, writer.depthLimit) where !open.isEmpty {
            var next: [Level: Set<Int64>] = [:]
            for (level, numbers) in open {
                let new = numbers.subtracting(known[level] ?? [])
                known[level, default: []].formUnion(new)
                if !new.isEmpty { try read(new.sorted(), at: level, &next) }
            }
            open = next
        }
    }

    private func read(
        _ numbers: [Int64], at level: Level, _ next: inout [Level: Set<Int64>]
    ) throws(MappingError) {
        for member in writer.representations.representations[level.mapping]?.members ?? [] {
            switch member.content {
            case .attribute(let attribute):
                var sources = numbers
                for step in attribute.route { sources = try destinations(of: step, from: sources) }
            case .relationship(let relationship):
                let layout = relationship.layout
                guard !relationship.leadsBack(from: level.arrival) else { continue }
                let source = context.root(of: layout.entity)
                let changed = numbers.filter {
                    changes?.hasChange(layout, of: context.object(root: source, $0)) != false
                }
                let targets = try destinations(of: layout, from: changed)
                guard relationship.style != .identifiers else { continue }
                let root = context.root(of: layout.destination)
                for target in targets {
                    add(
                        context.object(root: root, target), relationship.mapping, layout.index,
                        to: &next)
                }
            }
        }
    }

    /// Adds an object to what is read next, if its mapping is clear without a choice.
    private func add(
        _ object: ManagedObject, _ mapping: Int, _ arrival: Int?,
        to open: inout [Level: Set<Int64>]
    ) {
        let places = writer.plan.entityPlaces(of: mapping, for: object.layout.index)
        guard places.count == 1 else { return }
        open[Level(mapping: places[0], arrival: arrival), default: []].insert(object.number)
    }

    /// Where a relationship leads from any of these objects; the rows there are known afterwards.
    private func destinations(
        of relationship: RelationshipLayout, from numbers: [Int64]
    ) throws(MappingError) -> [Int64] {
        try MappingError.wrapping { () throws(StoreError) in
            try context.load(relationship.index, from: numbers)
            var targets: Set<Int64> = []
            for number in numbers {
                targets.formUnion(try context.destinations(of: relationship.index, from: number))
            }
            let sorted = targets.sorted()
            try context.load(root: context.root(of: relationship.destination), sorted)
            return sorted
        }
    }
}
