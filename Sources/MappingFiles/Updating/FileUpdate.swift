import EntityMapper
import MercatorPayload
import ObjectGraph

/// The update of a mapping file by one inferred from a newer sample.
struct FileUpdate {
    /// The file, with the changes so far.
    var file: MappingFile
    let inferred: MappingFile
    private let policies: MappingFile.UpdatePolicies
    /// The entities of the file by the sample's entity names.
    private(set) var names: [String: String]
    /// The attributes of the file by the sample's attribute names, such as `Comment.id`.
    var attributes: [String: String] = [:]
    private(set) var reports: [MappingFile.Difference] = []
    private(set) var refused: [MappingFile.Difference] = []

    init(
        _ file: MappingFile, _ inferred: MappingFile, _ policies: MappingFile.UpdatePolicies
    ) {
        self.file = file.resolved
        self.inferred = inferred.resolved
        self.policies = policies
        names = EntityMatching.names(of: inferred, in: file)
    }

    mutating func run() {
        addEntities()
        for entity in inferred.entities { updateAttributes(of: entity) }
        for entity in inferred.entities { updateRelationships(of: entity) }
        for entity in inferred.entities { updateConnections(of: entity) }
        for entity in inferred.entities { updateRest(of: entity) }
        updateEnumerations()
        updateDynamicMappings()
        updateRoots()
        for path in inferred.ignored
        where !file.ignored.contains(path) && file.property(at: path) == nil {
            file.ignored.append(path)
        }
        let known = Set(file.possible.map(\.connect))
        file.possible += inferred.possible.filter { !known.contains($0.connect) }
    }

    /// Returns the name of an entity in the file, its mapping in the sample, and the index of its
    /// mapping in the file.
    func mappings(
        of entity: EntityDescription
    ) -> (name: String, sample: EntityMapping, index: Int)? {
        guard let name = names[entity.name], let sample = inferred.mapping(of: entity.name),
            let index = file.mappingIndex(of: name)
        else { return nil }
        return (name, sample, index)
    }

    /// Tests whether something new may be added, and reports it if not.
    mutating func mayAdd(_ subject: String, _ message: String) -> Bool {
        let difference = MappingFile.Difference(.reported, subject, "new, not added: \(message)")
        switch policies.onNew {
        case .add: return true
        case .report: reports.append(difference)
        case .fail: refused.append(difference)
        }
        return false
    }

    /// Tests whether a property may be widened, and reports it if not.
    mutating func mayWiden(_ subject: String, _ message: String) -> Bool {
        let difference = MappingFile.Difference(.reported, subject, message)
        switch policies.onType {
        case .widen: return true
        case .report: reports.append(difference)
        case .fail: refused.append(difference)
        }
        return false
    }

    /// Reports a contradiction, which changes nothing.
    mutating func report(_ subject: String, _ message: String) {
        let difference = MappingFile.Difference(.reported, subject, message)
        if !reports.contains(difference) { reports.append(difference) }
    }
}

extension FileUpdate {
    /// Adds the missing entities, without properties, which later steps add.
    private mutating func addEntities() {
        var added: [EntityDescription] = []
        for new in inferred.entities where names[new.name] == nil {
            let paths = inferred.paths[new.name] ?? []
            let isIgnored = !paths.isEmpty && paths.allSatisfy(file.isIgnored)
            guard !file.fixed.contains(new.name), !isIgnored else { continue }
            let shown = paths.first.map { "an entity at \($0)" } ?? "an entity"
            guard mayAdd(new.name, shown) else { continue }
            names[new.name] = new.name.unused(
                among: file.entities.map(\.name) + names.values.sorted())
            added.append(new)
        }
        for new in added { add(new) }
    }

    private mutating func add(_ new: EntityDescription) {
        guard let name = names[new.name] else { return }
        var entity = new
        entity.name = name
        entity.declaredAttributes = []
        entity.declaredRelationships = []
        entity.uniquenessConstraints = []
        entity.parent = new.parent.flatMap { names[$0] }
        file.entities.insert(entity, inOrderOf: \.name)
        file.paths[name] = inferred.paths[new.name]
        guard var mapping = inferred.mapping(of: new.name) else { return }
        mapping.name = name
        mapping.entity = entity
        mapping.attributeMappings = []
        mapping.relationshipMappings = []
        mapping.connections = []
        file.mappings.mappings.insert(mapping, inOrderOf: \.name)
    }

    /// Adds the new texts of enumerations, and new enumerations, unless they are fixed.
    private mutating func updateEnumerations() {
        for entity in inferred.entities {
            for attribute in entity.declaredAttributes {
                let name = "\(entity.name).\(attribute.name)"
                guard let cases = inferred.enumerations[name], let owner = names[entity.name],
                    let own = attributes[name], !file.fixed.contains("\(owner).\(own)"),
                    file.entity(named: owner)?.attribute(named: own)?.type == .string
                else { continue }
                let known = file.enumerations["\(owner).\(own)"] ?? []
                let new = cases.filter { !known.contains($0) }
                guard !new.isEmpty,
                    mayAdd("\(owner).\(own)", "cases \(new.joined(separator: ", "))")
                else { continue }
                file.enumerations["\(owner).\(own)"] = known + new
            }
        }
        // A text that became something else is no enumeration any more.
        let texts = file.entities.flatMap { entity in
            entity.declaredAttributes.filter { $0.type == .string }.map {
                "\(entity.name).\($0.name)"
            }
        }
        file.enumerations = file.enumerations.filter { texts.contains($0.key) }
    }

    /// Adds the paths of an entity, and compares its identification.
    private mutating func updateRest(of entity: EntityDescription) {
        guard let name = names[entity.name] else { return }
        let taken = Set(file.paths.filter { $0.key != name }.values.flatMap(\.self))
        let known = file.paths[name] ?? []
        let new = (inferred.paths[entity.name] ?? []).filter {
            !taken.contains($0) && !known.contains($0)
        }
        if !new.isEmpty, !file.fixed.contains(name),
            mayAdd(name, "at \(new.joined(separator: ", "))")
        {
            file.paths[name] = known + new
        }
        guard let own = file.mapping(of: name), let other = inferred.mapping(of: entity.name) else {
            return
        }
        let wanted = other.identificationAttributes?.map {
            attributes["\(entity.name).\($0)"] ?? $0
        }
        if let wanted, wanted != own.identificationAttributes {
            let known = own.identificationAttributes?.joined(separator: ", ") ?? "nothing"
            report(
                name,
                "stays identified by \(known); the sample suggests "
                    + wanted.joined(separator: ", "))
        }
    }
}

/// The correspondence between the entities of two files.
private enum EntityMatching {
    /// Returns the entities of a file by the sample's entity names.
    ///
    /// An entity matches by the most common paths, or else by name, if it has members in common and
    /// its paths are in no other entity.
    static func names(of inferred: MappingFile, in file: MappingFile) -> [String: String] {
        let known = Set(file.entities.map(\.name))
        var owners: [String: [String]] = [:]
        for entity in file.entities {
            for path in file.paths[entity.name] ?? [] {
                owners[path, default: []].append(entity.name)
            }
        }
        var names: [String: String] = [:]
        var others: [String] = []
        for entity in inferred.entities {
            var shared: [String: Int] = [:]
            for path in inferred.paths[entity.name] ?? [] {
                for owner in owners[path] ?? [] { shared[owner, default: 0] += 1 }
            }
            let best = shared.max { left, right in
                left.value == right.value
                    ? right.key == entity.name
                        || left.key != entity.name && right.key.precedes(left.key)
                    : left.value < right.value
            }
            names[entity.name] = best?.key
            if best == nil, known.contains(entity.name) { others.append(entity.name) }
        }
        let taken = Set(names.values)
        for name in others where !taken.contains(name) && areAlike(name, inferred, file) {
            names[name] = name
        }
        return names
    }

    /// Tests whether entities with one name are the same.
    ///
    /// They share at least two members, and 30 % of all or 80 % of the smaller set; smaller
    /// entities share all members.
    private static func areAlike(
        _ name: String, _ inferred: MappingFile, _ file: MappingFile
    ) -> Bool {
        guard let one = inferred.members(of: name), let two = file.members(of: name) else {
            return true
        }
        let shared = one.intersection(two).count
        let (least, all) = (min(one.count, two.count), one.union(two).count)
        return shared >= min(2, least) && (10 * shared >= 3 * all || 10 * shared >= 8 * least)
    }
}

extension MappingFile {
    /// The paths of the members of an entity in its records; `nil` for one without a mapping.
    fileprivate func members(of entity: String) -> Set<PayloadPath>? {
        mapping(of: entity).map { mapping in
            Set(
                (mapping.attributeMappings.map(\.source)
                    + mapping.relationshipMappings.map(\.source)).map(mapping.relative))
        }
    }

    /// Returns the mapping with the entity's name, or else the entity's first mapping.
    func mapping(of entity: String) -> EntityMapping? {
        mappingIndex(of: entity).map { mappings.mappings[$0] }
    }

    func mappingIndex(of entity: String) -> Int? {
        mappings.mappings.firstIndex { $0.name == entity && $0.entity.name == entity }
            ?? mappings.mappings.firstIndex { $0.entity.name == entity }
    }

    /// Tests whether a path is in ``ignored``, or below a path in it.
    func isIgnored(_ path: String) -> Bool {
        ignored.contains { ignored in
            guard path.hasPrefix(ignored) else { return false }
            let rest = path.dropFirst(ignored.count)
            return rest.isEmpty || rest.first.map { ".[{".contains($0) } == true
        }
    }
}

extension String {
    /// The name itself, or with the first number from 2 that makes it differ from the given names,
    /// regardless of case.
    func unused(among names: [String]) -> String {
        let taken = Set(names.map { $0.lowercased() })
        var name = self
        var number = 2
        while taken.contains(name.lowercased()) {
            name = "\(self)\(number)"
            number += 1
        }
        return name
    }
}

extension Array {
    /// Inserts an element before the first one with a greater name.
    mutating func insert(_ element: Element, inOrderOf name: (Element) -> String) {
        let index = firstIndex { name(element).precedes(name($0)) } ?? endIndex
        insert(element, at: index)
    }
}
