import ObjectGraph

/// The pass that discards incomplete new objects after mapping and connecting, if their mappings
/// request it.
struct DiscardPass {
    /// Deletes incomplete objects, and in further rounds the objects that require a deleted one.
    ///
    /// - Throws: ``MappingError`` if the store fails, or if the failure policy requires it.
    /// - Complexity: O(changes + discarded objects), regardless of the number of rounds.
    func run(_ session: inout MappingSession) throws(MappingError) {
        guard session.plan.entities.contains(where: \.discardsInvalidObjects) else { return }
        let context = session.context
        let candidates = session.discardableObjects()
        guard !candidates.isEmpty else { return }
        var lacks = try MappingError.wrapping { () throws(StoreError) in
            try context.validationProblems().filter { $0.code != .deletionDenied }
                .compactMap { problem in
                    candidates[problem.objectID].map {
                        Lack(problem, of: $0)
                    }
                }
        }
        guard !lacks.isEmpty else { return }
        session.hasPruned = true
        let records = session.records(ofObjects: Set(candidates.values))
        let needs = try session.needs(of: candidates.values.sorted())
        while !lacks.isEmpty {
            for lack in lacks { try session.reportDiscarded(lack, records[lack.object] ?? []) }
            var doomed: [Int: Set<Int64>] = [:]
            for lack in lacks {
                let place = session.place(ofObject: lack.object)
                doomed[place.root, default: []].insert(place.number)
            }
            lacks = try MappingError.wrapping { () throws(StoreError) in
                var open: Set<Need> = []
                for (root, numbers) in doomed.sorted(by: { $0.key < $1.key }) {
                    for (root, numbers) in try context.delete(root: root, numbers.sorted()) {
                        for number in numbers {
                            open.formUnion(needs[RowID(root: root, number: number)] ?? [])
                        }
                    }
                }
                return try session.lacks(of: open)
            }
        }
    }
}

/// A required property that a new object lacks, or a property that violates a rule of the model.
private struct Lack {
    let object: Int
    let property: String
    /// The violation; `nil` if the property is missing.
    let fault: String?

    init(object: Int, property: String) {
        self.object = object
        self.property = property
        fault = nil
    }

    init(_ problem: ValidationError.Problem, of object: Int) {
        self.object = object
        property = problem.property
        let isMissing = problem.code == .missingValue || problem.code == .missingObject
        fault = isMissing ? nil : problem.message
    }
}

/// A required relationship of a new object.
private struct Need: Hashable {
    let object: Int
    let relationship: Int
}

extension MappingSession {
    /// Returns the indices of the new objects that may be discarded, by identifier.
    fileprivate func discardableObjects() -> [ManagedObjectID: Int] {
        var result: [ManagedObjectID: Int] = [:]
        for (index, object) in objects.enumerated() where object.state == .new {
            let plan = plan.entities[Int(object.plan)]
            guard plan.discardsInvalidObjects else { continue }
            result[context.objectID(root: plan.layout.root, object.number)] = index
        }
        return result
    }

    fileprivate func place(ofObject index: Int) -> RowID {
        let object = objects[index]
        return RowID(
            root: plan.entities[Int(object.plan)].layout.root, number: object.number)
    }

    fileprivate func records(ofObjects wanted: Set<Int>) -> [Int: [Int]] {
        var result: [Int: [Int]] = [:]
        for index in records.indices {
            let object = Int(records[index].object)
            if wanted.contains(object) { result[object, default: []].append(index) }
        }
        return result
    }

    /// Returns the required relationships of the candidates, by their destinations.
    fileprivate func needs(
        of candidates: [Int]
    ) throws(MappingError) -> [RowID: [Need]] {
        try MappingError.wrapping { () throws(StoreError) in
            var needs: [RowID: [Need]] = [:]
            for index in candidates {
                let object = objects[index]
                let layout = plan.entities[Int(object.plan)].layout
                for relationship in layout.relationships {
                    let need = context.model.relationships[relationship]
                    guard !need.description.isOptional else { continue }
                    let root = context.root(of: need.destination)
                    for number in try context.destinations(of: relationship, from: object.number) {
                        needs[RowID(root: root, number: number), default: []]
                            .append(Need(object: index, relationship: relationship))
                    }
                }
            }
            return needs
        }
    }

    /// Returns the required relationships that are now empty, of objects that still exist.
    fileprivate func lacks(of needs: Set<Need>) throws(StoreError) -> [Lack] {
        var lacks: [Lack] = []
        let sorted = needs.sorted {
            ($0.object, $0.relationship) < ($1.object, $1.relationship)
        }
        for need in sorted {
            let place = place(ofObject: need.object)
            guard context.state.isAlive(root: place.root, place.number),
                try context.destinations(of: need.relationship, from: place.number).isEmpty
            else { continue }
            let layout = context.model.relationships[need.relationship]
            lacks.append(Lack(object: need.object, property: layout.name))
        }
        return lacks
    }

    /// Records what a new object lacks, and marks its records as failed.
    fileprivate mutating func reportDiscarded(
        _ lack: Lack, _ records: [Int]
    ) throws(MappingError) {
        for index in records { self.records[index].hasFailed = true }
        let record = Int(objects[lack.object].record)
        let layout = plan.entities[Int(objects[lack.object].plan)].layout
        let relationship = context.model.relationship(named: lack.property, of: layout.index)
        let expected = relationship.map {
            "an object of \(context.model.entities[$0.destination].name)"
        }
        let own = self.plan(of: self.records[record])
        let target = own.paths.indices.first { own.nameOfTarget($0) == lack.property }
        let isAbsent = target.map { places[self.records[record].firstPlace + $0] < 0 } ?? false
        let found = isAbsent ? absence(of: target, record: record) : "none"
        try report(
            .discarded, at: Int(self.records[record].place),
            plan: Int(self.records[record].plan), record: record, attribute: lack.property,
            expected: expected ?? "a value",
            found: (lack.fault.map { "another (\($0))" } ?? found) + "; the object is left out")
    }
}
