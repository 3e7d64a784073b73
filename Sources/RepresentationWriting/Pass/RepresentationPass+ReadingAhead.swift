import EntityMapper
import ObjectGraph

/// Prefetching, with few requests, the objects that will be written one at a time.
extension RepresentationPass {
    /// A mapping, and the relationship through which its objects were reached.
    private struct Level: Hashable {
        let mapping: Int
        let arrival: Int?
    }

    /// The objects of a level; the first have already been processed.
    private struct Reading {
        var known = NumberList()
        private var start = 0

        /// Returns the objects added since the last call, in ascending order.
        mutating func takeNew() -> [Int64] {
            defer { start = known.numbers.count }
            return known.numbers[start...].ascending
        }
    }

    /// Prefetches everything that will be written, level by level.
    ///
    /// It requires one or two requests for each relationship, regardless of the number of objects.
    mutating func readAhead(_ objects: [ManagedObject]) throws(MappingError) {
        var levels: [Level: Reading] = [:]
        for (root, numbers) in numbersByRoot(objects) {
            try load(root: root, numbers)
            try add(numbers, root, writer.mapping, nil, to: &levels)
        }
        for _ in 0..<max(0, writer.depthLimit) {
            var isDone = true
            for level in Array(levels.keys) {
                guard let new = levels[level]?.takeNew(), !new.isEmpty else { continue }
                isDone = false
                try read(new, at: level, &levels)
            }
            if isDone { break }
        }
        graph.release()
    }

    private func numbersByRoot(_ objects: [ManagedObject]) -> [(root: Int, numbers: [Int64])] {
        guard let first = objects.first else { return [] }
        guard objects.contains(where: { $0.root != first.root }) else {
            return [(first.root, objects.map(\.number))]
        }
        return Dictionary(grouping: objects, by: \.root).map { ($0, $1.map(\.number)) }
    }

    private mutating func read(
        _ numbers: [Int64], at level: Level, _ levels: inout [Level: Reading]
    ) throws(MappingError) {
        for member in writer.representations[level.mapping].plan.members {
            switch member.content {
            case .attribute(let attribute):
                var sources = numbers
                for step in attribute.route { sources = try follow(step, from: sources) }
            case .relationship(let relationship):
                let layout = relationship.layout
                guard !relationship.leadsBack(from: level.arrival) else { continue }
                let targets = try follow(layout, from: try changed(numbers, layout))
                guard relationship.style != .identifiers else { continue }
                try add(
                    targets, context.root(of: layout.destination), relationship.mapping,
                    layout.index, to: &levels)
            }
        }
    }

    /// Returns the objects whose relationship will be written.
    private mutating func changed(
        _ numbers: [Int64], _ layout: RelationshipLayout
    ) throws(MappingError) -> [Int64] {
        guard let changes else { return numbers }
        let root = context.root(of: layout.entity)
        var changed: [Int64] = []
        for number in numbers {
            guard let object = try object(root: root, number),
                changes.hasChange(layout, of: object)
            else { continue }
            changed.append(number)
        }
        return changed
    }

    /// Adds objects to the levels to be processed, unless their mapping depends on a choice.
    private mutating func add(
        _ numbers: [Int64], _ root: Int, _ mapping: Int, _ arrival: Int?,
        to levels: inout [Level: Reading]
    ) throws(MappingError) {
        guard leadsFurther(mapping, arrival) else { return }
        // There are many objects of few entities, and consecutive objects usually have the same
        // entity.
        var mappingsByEntity: [Int: Int?] = [:]
        var last: (entity: Int, mapping: Int?)?
        var current = Level(mapping: mapping, arrival: arrival)
        var reading = levels.removeValue(forKey: current) ?? Reading()
        reading.known.reserve(numbers.count)
        for number in numbers {
            guard let entity = try entity(root: root, number) else { continue }
            if last?.entity != entity {
                if mappingsByEntity[entity] == nil {
                    let candidates = writer.plan.entityMappings(of: mapping, for: entity)
                    mappingsByEntity[entity] = .some(candidates.count == 1 ? candidates[0] : nil)
                }
                last = (entity, mappingsByEntity[entity] ?? nil)
            }
            guard let chosen = last?.mapping else { continue }
            if chosen != current.mapping {
                levels[current] = reading
                current = Level(mapping: chosen, arrival: arrival)
                reading = levels.removeValue(forKey: current) ?? Reading()
            }
            reading.known.insert(number)
        }
        levels[current] = reading
    }

    /// Returns the destinations of a relationship from any of the objects, and loads their rows.
    private mutating func follow(
        _ relationship: RelationshipLayout, from numbers: [Int64]
    ) throws(MappingError) -> [Int64] {
        do {
            return try graph.follow(relationship, from: numbers)
        } catch {
            throw MappingError(storeFailure: error)
        }
    }

    /// Tests whether the objects of a mapping require further reading.
    ///
    /// They were reached through the relationship `arrival`.
    private func leadsFurther(_ mapping: Int, _ arrival: Int?) -> Bool {
        writer.plan.entityMappings(of: mapping).contains { index in
            writer.representations[index].plan.members.contains { member in
                switch member.content {
                case .attribute(let attribute): !attribute.route.isEmpty
                case .relationship(let relationship): !relationship.leadsBack(from: arrival)
                }
            }
        }
    }

    /// Returns the entity of an object; `nil` if the object does not exist.
    private mutating func entity(root: Int, _ number: Int64) throws(MappingError) -> Int? {
        do {
            return try graph.entity(root: root, number)
        } catch {
            throw MappingError(storeFailure: error)
        }
    }

    private mutating func load(root: Int, _ numbers: [Int64]) throws(MappingError) {
        graph.release()
        try MappingError.wrapping { () throws(StoreError) in
            try context.load(root: root, numbers)
        }
    }
}

/// A list of distinct numbers in order of insertion.
private struct NumberList {
    private(set) var numbers: [Int64] = []
    private var table = IntegerTable()

    mutating func reserve(_ additional: Int) { table.reserve(additional) }

    mutating func insert(_ number: Int64) {
        let index = numbers.count
        if table.find(number, orInsert: index) == index { numbers.append(number) }
    }
}

extension ArraySlice<Int64> {
    /// The numbers in ascending order, without sorting if they are sorted already.
    fileprivate var ascending: [Int64] {
        for index in indices.dropFirst() where self[index] <= self[index - 1] { return sorted() }
        return Array(self)
    }
}
