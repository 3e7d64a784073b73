import MercatorPayload
import ObjectGraph

/// The stage that discards incomplete new objects after mapping and connecting.
///
/// It applies to objects whose mappings request it.
struct DiscardStage {
    private let context: ManagedObjectContext

    init(_ input: MappingInput) {
        context = input.context
    }

    /// Deletes incomplete objects, and in further rounds the objects that require a deleted object.
    ///
    /// - Returns: `true` if objects were deleted.
    /// - Throws: `StoreError` if the store fails, ``MappingError`` if the failure policy requires
    ///   it.
    /// - Complexity: O(changes + discarded objects), regardless of the number of rounds.
    func run(_ graph: inout RecordGraph, _ log: inout MappingLog) throws -> Bool {
        guard graph.plan.entities.contains(where: \.discardsInvalidObjects) else { return false }
        let candidates = discardableObjects(graph)
        guard !candidates.isEmpty else { return false }
        var lacks = try context.validationProblems().filter { $0.code != .deletionDenied }
            .compactMap { problem in
                candidates[problem.objectID].map { Lack(problem, of: $0) }
            }
        guard !lacks.isEmpty else { return false }
        let records = graph.records(ofObjects: Set(candidates.values))
        let needs = try needs(of: candidates.values.sorted(), graph)
        while !lacks.isEmpty {
            var doomed: [Int: Set<Int64>] = [:]
            for lack in lacks {
                for index in records[lack.object] ?? [] { graph.records[index].hasFailed = true }
                try report(lack, graph, &log)
                let row = graph.rowID(of: graph.objects[lack.object])
                doomed[row.root, default: []].insert(row.number)
            }
            var open: Set<Need> = []
            for (root, numbers) in doomed.sorted(by: { $0.key < $1.key }) {
                for (root, numbers) in try context.delete(root: root, numbers.sorted()) {
                    for number in numbers {
                        open.formUnion(needs[RowID(root: root, number: number)] ?? [])
                    }
                }
            }
            lacks = try self.lacks(of: open, graph)
        }
        return true
    }

    /// A missing required property of a new object, or a violation of a rule of the model.
    private struct Lack {
        let object: ObjectIndex
        let property: String
        /// The violation; `nil` if the property is missing.
        var fault: String?

        init(_ object: ObjectIndex, _ property: String) {
            (self.object, self.property) = (object, property)
        }

        init(_ problem: ValidationError.Problem, of object: ObjectIndex) {
            self.init(object, problem.property)
            let isMissing = problem.code == .missingValue || problem.code == .missingObject
            fault = isMissing ? nil : problem.message
        }
    }

    /// A required relationship of a new object.
    private struct Need: Hashable {
        let object: ObjectIndex
        let relationship: Int
    }

    /// Returns the new objects that may be discarded, by identifier.
    private func discardableObjects(_ graph: RecordGraph) -> [ManagedObjectID: ObjectIndex] {
        var result: [ManagedObjectID: ObjectIndex] = [:]
        for (index, object) in graph.objects.objects.enumerated() where object.state == .new {
            let plan = graph.plan(of: object)
            guard plan.discardsInvalidObjects else { continue }
            result[context.objectID(root: plan.layout.root, object.number)] = index
        }
        return result
    }

    /// Returns the required relationships of the candidates, by their destinations.
    private func needs(
        of candidates: [ObjectIndex], _ graph: RecordGraph
    ) throws -> [RowID: [Need]] {
        var needs: [RowID: [Need]] = [:]
        for index in candidates {
            let object = graph.objects[index]
            for relationship in graph.plan(of: object).layout.relationships {
                let layout = context.model.relationships[relationship]
                guard !layout.description.isOptional else { continue }
                let root = context.root(of: layout.destination)
                for number in try context.destinations(of: relationship, from: object.number) {
                    needs[RowID(root: root, number: number), default: []]
                        .append(Need(object: index, relationship: relationship))
                }
            }
        }
        return needs
    }

    /// Returns the required relationships that are now empty, of objects that still exist.
    private func lacks(of needs: Set<Need>, _ graph: RecordGraph) throws -> [Lack] {
        var lacks: [Lack] = []
        let sorted = needs.sorted {
            ($0.object, $0.relationship) < ($1.object, $1.relationship)
        }
        for need in sorted {
            let row = graph.rowID(of: graph.objects[need.object])
            guard context.state.isAlive(root: row.root, row.number),
                try context.destinations(of: need.relationship, from: row.number).isEmpty
            else { continue }
            lacks.append(Lack(need.object, context.model.relationships[need.relationship].name))
        }
        return lacks
    }

    /// Reports the missing values of a new object.
    private func report(
        _ lack: Lack, _ graph: RecordGraph, _ log: inout MappingLog
    ) throws {
        let object = graph.objects[lack.object]
        let entity = graph.plan(of: object).layout.index
        let relationship = context.model.relationship(named: lack.property, of: entity)
        let expected = relationship.map {
            "an object of \(context.model.entities[$0.destination].name)"
        }
        let plan = graph.plan(of: object.record)
        let path = plan.paths.indices.first { plan.nameOfTarget($0) == lack.property }
        let isAbsent = path.map {
            !graph.field($0, of: graph.records[object.record]).isLocated
        }
        let found =
            isAbsent == true
            ? graph.absence(of: path, in: object.record, isDetailed: log.keepsDetails) : "none"
        try log.report(
            .discarded, object.record, in: graph, property: lack.property,
            expected: expected ?? "a value",
            found: (lack.fault.map { "another (\($0))" } ?? found) + "; the object is left out")
    }
}

extension RecordGraph {
    /// Returns the records of certain objects.
    fileprivate func records(ofObjects wanted: Set<ObjectIndex>) -> [ObjectIndex: [RecordIndex]] {
        var result: [ObjectIndex: [RecordIndex]] = [:]
        for (index, record) in records.enumerated() {
            guard let object = record.object, wanted.contains(object) else { continue }
            result[object, default: []].append(index)
        }
        return result
    }
}
