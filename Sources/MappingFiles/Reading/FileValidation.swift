import EntityMapper
import MercatorPayload
import ObjectGraph

/// Checks the model and the mappings of a file that was read, as code is checked.
struct FileValidation {
    private(set) var reader: FileReader
    private var file: MappingFile
    /// The subjects with a problem; further ones about them are its consequences.
    private var faulty: Set<String>

    init(_ file: MappingFile, _ reader: FileReader) {
        self.file = file
        self.reader = reader
        faulty = reader.faulty
    }

    /// Reports the problems of the model, and of the mappings for its valid part.
    mutating func run() {
        // Without entities, which a misspelled member hides, everything else is a consequence.
        guard !file.entities.isEmpty || reader.findings.isEmpty else { return }
        guard let model = checkedModel() else { return }
        let mappings = file.mappings()
        guard !(mappings.mappings.isEmpty && mappings.roots.isEmpty) else { return }
        do throws(MappingPlanError) {
            _ = try MappingPlan(mappings, for: model)
        } catch {
            let lost = lostNames.map { "'\($0)'" }
            for problem in error.problems { report(problem, lost) }
        }
    }

    /// Returns the model, without the entities and properties that are invalid.
    private mutating func checkedModel() -> ManagedObjectModel? {
        var isFirst = true
        while true {
            do throws(ManagedObjectModelError) {
                return try ManagedObjectModel(file.entities)
            } catch {
                if isFirst { report(error.problems) }
                isFirst = false
                guard !error.problems.contains(where: { $0.code == .size }) else { return nil }
                let known = file.entities
                remove(error.problems)
                guard file.entities != known else { return nil }
            }
        }
    }

    private mutating func report(_ problems: [ManagedObjectModelError.Problem]) {
        var subjects: Set<String> = []
        for problem in problems {
            let subject = problem.property.map { "\(problem.entity).\($0)" } ?? problem.entity
            guard !faulty.contains(subject) else { continue }
            let isName = [.destination, .inverse, .inheritance, .uniqueness]
                .contains(problem.code)
            reader.report(isName ? .name : .model, about: subject, problem.message)
            subjects.insert(subject)
        }
        faulty.formUnion(subjects)
    }

    /// Removes the properties with a problem, or else the problem of an entity.
    private mutating func remove(_ problems: [ManagedObjectModelError.Problem]) {
        let indexes = Dictionary(
            file.entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { $1 })
        var unnamed: Set<Int> = []
        for problem in problems {
            guard let index = indexes[problem.entity] else { continue }
            guard let property = problem.property else {
                file.entities[index].parent = nil
                file.entities[index].uniquenessConstraints = []
                if problem.code == .name { unnamed.insert(index) }
                continue
            }
            file.entities[index].declaredAttributes.removeAll { $0.name == property }
            file.entities[index].declaredRelationships.removeAll { $0.name == property }
            file.entities[index].uniquenessConstraints.removeAll { $0.contains(property) }
        }
        file.entities = file.entities.indices.filter { !unnamed.contains($0) }
            .map { file.entities[$0] }
    }

    /// The names of properties with a problem that the model does not have because of it.
    private var lostNames: [String] {
        let entities = Dictionary(
            file.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        return faulty.sorted().compactMap { subject in
            let parts = subject.split(separator: ".", maxSplits: 1).map(String.init)
            guard parts.count == 2, let entity = entities[parts[0]],
                !entity.declaredAttributes.contains(where: { $0.name == parts[1] }),
                !entity.declaredRelationships.contains(where: { $0.name == parts[1] })
            else { return nil }
            return parts[1]
        }
    }

    private mutating func report(_ problem: MappingProblem, _ lost: [String]) {
        let detail = problem.subject.map { $0.withoutQuotes }
        let subject =
            problem.mapping.isEmpty
            ? detail.map { " \($0)" } ?? ""
            : detail.map { "\(problem.mapping).\($0)" } ?? problem.mapping
        let isConsequence = lost.contains { problem.message.contains($0) }
        guard !faulty.contains(subject), !isConsequence else { return }
        let isName = [.entity, .attribute, .relationship, .mapping].contains(problem.code)
        reader.report(isName ? .name : .mapping, about: subject, problem.message)
    }
}

extension String {
    /// The text between quotation marks, as in `root path 'comments'`, or the text itself.
    fileprivate var withoutQuotes: String {
        guard hasSuffix("'"), let start = firstIndex(of: "'"), start != index(before: endIndex)
        else { return self }
        return String(self[index(after: start)..<index(before: endIndex)])
    }
}
