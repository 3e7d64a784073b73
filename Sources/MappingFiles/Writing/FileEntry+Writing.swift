import EntityMapper
import MercatorPayload
import ObjectGraph

extension FileEntry {
    /// Creates the members of a file, and reports parts without a written form.
    init(_ given: MappingFile, _ writer: inout FileWriter) {
        let file = given.resolved
        Self.check(given, &writer)
        source = file.source
        settings = file.mappings
        settings.mappings = []
        settings.dynamicMappings = []
        settings.roots = []
        let names = Set(file.entities.map(\.name))
        roots =
            file.mappings.roots.map { RootEntry($0, names) }
            + file.groups.flatMap { group in
                group.roots.map { RootEntry($0, in: group, names) }
            }
        addRecords(file, &writer)
        dynamicMappings = NameOrder.sorted(file.mappings.dynamicMappings, by: \.name)
            .map(DynamicEntry.init)
        order = Order(
            entities: NameOrder.unusual(file.entities, by: \.name),
            mappings: NameOrder.unusual(file.mappings.mappings, by: \.name),
            dynamicMappings: NameOrder.unusual(file.mappings.dynamicMappings, by: \.name))
        ignored = file.ignored
        possible = file.possible
    }

    private mutating func addRecords(_ file: MappingFile, _ writer: inout FileWriter) {
        let assembly = RecordAssembly(file)
        for entity in NameOrder.sorted(file.entities, by: \.name) {
            let mapping = file.mappings.mappings.first {
                $0.name == entity.name && $0.entity.name == entity.name
            }
            entities.append(assembly.record(of: entity, mapping))
        }
        let names = Set(file.entities.map(\.name))
        for mapping in NameOrder.sorted(file.mappings.mappings, by: \.name)
        where mapping.name != mapping.entity.name || !names.contains(mapping.name) {
            mappings.append(assembly.record(of: mapping))
        }
        let written = Set(
            entities.flatMap { record in
                [record.name]
                    + record.attributes.map { "\(record.name).\($0.description.name)" }
                    + record.relationships.map { "\(record.name).\($0.description.name)" }
                    + record.connections.map { "\(record.name).\($0.description.name)" }
            })
        fixed = file.fixed.subtracting(written).sorted { $0.precedes($1) }
    }
}

extension RootEntry {
    fileprivate init(
        _ root: MappingSet.Root, in group: MappingFile.Group? = nil, _ entities: Set<String>
    ) {
        path = root.path
        if entities.contains(root.mapping) { entity = root.mapping } else { mapping = root.mapping }
        source = group?.name
        rows = group?.rows
    }
}

extension FileEntry {
    /// Reports names that occur twice, and closures.
    private static func check(_ file: MappingFile, _ writer: inout FileWriter) {
        let set = file.mappings
        checkNames(file.entities.map(\.name), "two entities have this name", &writer)
        checkNames(
            set.mappings.map(\.name) + set.dynamicMappings.map(\.name),
            "two mappings have this name", &writer)
        let names = Set(file.entities.map(\.name))
        for name in file.paths.keys.sorted() where !names.contains(name) {
            writer.subject = name
            writer.report("it has places, but there is no such entity")
        }
        for entity in file.entities {
            checkNames(
                (entity.declaredAttributes.map(\.name) + entity.declaredRelationships.map(\.name))
                    .map { "\(entity.name).\($0)" }, "two properties have this name", &writer)
        }
        for mapping in set.mappings {
            writer.subject = mapping.name
            for problem in mapping.unwritable { writer.report(problem) }
            if !names.contains(mapping.entity.name) {
                writer.report("the file has no entity '\(mapping.entity.name)'")
            }
            checkNames(
                mapping.connections.map { "\(mapping.name).\($0.relationship)" },
                "two connections fill this relationship", &writer)
        }
        for mapping in set.dynamicMappings {
            guard let transform = mapping.representationTransform else { continue }
            writer.subject = mapping.name
            writer.report("the representation transform '\(transform.name)' is a closure")
        }
        writer.subject = ""
        for problem in set.annotationProblems { writer.report(problem.description) }
    }

    private static func checkNames(
        _ names: [String], _ message: String, _ writer: inout FileWriter
    ) {
        var seen: Set<String> = []
        for name in names where !seen.insert(name).inserted {
            writer.subject = name
            writer.report(message)
        }
        writer.subject = ""
    }
}

extension EntityMapping {
    /// The parts of the mapping that no text can express.
    fileprivate var unwritable: [String] {
        var parts = [
            identificationPredicateBuilder.map {
                "the predicate builder '\($0.name)' is a closure"
            },
            representationTransform.map {
                "the representation transform '\($0.name)' is a closure"
            },
            didMap.map { "the hook '\($0.name)' is a closure" },
            didWrite.map { "the writing hook '\($0.name)' is a closure" },
            recordValidation.map { "the record validation '\($0.name)' is a closure" },
        ].compactMap(\.self)
        parts += validations.sorted { $0.key.precedes($1.key) }.map {
            "the validation '\($0.value.name)' of '\($0.key)' is a closure"
        }
        if !settings.isEmpty { parts.append("it has settings of an object map") }
        return parts + [identificationProblem, modificationProblem].compactMap(\.self)
    }
}
