import EntityMapper
import MercatorPayload
import ObjectGraph

/// Determines the mappings that a writer can encounter, and all problems with writing them.
///
/// This happens before objects are written.
struct RepresentationCompiler {
    let plan: MappingPlan
    /// Indicates whether the writer has a closure for ambiguous dynamic mappings.
    ///
    /// The closure chooses among several mappings of a dynamic mapping for one entity.
    let hasChoice: Bool
    /// The optional properties of the outermost mappings that are to be written.
    let included: Set<String>
    /// The properties of the outermost mappings that are not to be written.
    let excluded: Set<String>
    private(set) var plans = RepresentationPlans()
    private(set) var problems: [MappingProblem] = []
    private var open: [Visit] = []
    private var visits: Set<Visit> = []
    /// The indices of the outermost mappings.
    private var outermost: [Int] = []

    /// A mapping, and the relationship through which it was reached.
    private struct Visit: Hashable {
        let mapping: Int
        let arrival: Int?
    }

    init(
        _ plan: MappingPlan, hasChoice: Bool, including included: Set<String>,
        excluding excluded: Set<String>
    ) {
        self.plan = plan
        self.hasChoice = hasChoice
        self.included = included
        self.excluded = excluded
    }

    /// Compiles a mapping and all mappings embedded in it.
    ///
    /// Returns the index of the mapping; `nil` if it does not exist.
    mutating func compile(_ name: String, at root: PayloadPath) -> Int? {
        if let problem = MappingProblem.ofWriting(at: root) { add(problem) }
        guard let index = mappingIndex(of: name) else { return nil }
        outermost = plan.entityMappings(of: index)
        checkNames(name)
        visit(index, from: nil)
        while !open.isEmpty { compile(open.removeFirst()) }
        return index
    }

    mutating func report(
        _ code: MappingProblem.Code, _ mapping: String, _ subject: String?, _ message: String
    ) {
        add(MappingProblem(code: code, mapping: mapping, subject: subject, message: message))
    }

    private mutating func add(_ problem: MappingProblem) {
        if !problems.contains(problem) { problems.append(problem) }
    }

    /// Reports properties to include or to exclude that are not mapped.
    private mutating func checkNames(_ mapping: String) {
        let mappings = outermost.map { plan.mappings.mappings[$0] }
        let known = mappings.flatMap { mapping in
            mapping.attributeMappings.map(\.destination)
                + mapping.relationshipMappings.map(\.destination)
        }
        for name in included.union(excluded).subtracting(known).sorted() {
            report(
                .attribute, mapping, name,
                "nothing is mapped to a property '\(name)' that could be included or left out"
                    + Suggestion.text(for: name, among: known))
        }
    }

    /// Tests whether a property of a mapping is written.
    private func isWritten(_ name: String, isOptional: Bool, in index: Int) -> Bool {
        guard outermost.contains(index) else { return !isOptional }
        return (!isOptional || included.contains(name)) && !excluded.contains(name)
    }

    private mutating func mappingIndex(of name: String) -> Int? {
        let names = plan.entities.map(\.name) + plan.dynamics.map(\.name)
        if let index = names.firstIndex(of: name) { return index }
        report(
            .mapping, "", name,
            "no mapping is named '\(name)'\(Suggestion.text(for: name, among: names))")
        return nil
    }

    /// Schedules a mapping for compilation, or the mappings that a dynamic mapping can select.
    private mutating func visit(_ index: Int, from arrival: Int?) {
        checkChoice(of: index)
        for entity in plan.entityMappings(of: index) {
            let visit = Visit(mapping: entity, arrival: arrival)
            if visits.insert(visit).inserted { open.append(visit) }
        }
    }

    /// Reports an ambiguous dynamic mapping if there is no closure to choose.
    ///
    /// Such a dynamic mapping has several mappings for one entity.
    private mutating func checkChoice(of index: Int) {
        guard !hasChoice, index >= plan.entities.count else { return }
        let entities = Dictionary(
            grouping: plan.entityMappings(of: index), by: { plan.entities[$0].layout.index })
        for (entity, indices) in entities.sorted(by: { $0.key < $1.key }) where indices.count > 1 {
            let names = indices.map { "'\(plan.entities[$0].name)'" }.joined(separator: ", ")
            let layout = plan.model.layouts[entity]
            report(
                .matcher, plan.dynamics[index - plan.entities.count].name, layout.name,
                "several mappings are for \(layout.name): \(names); choose one for each object "
                    + "with the parameter 'choosing' of the writer")
        }
    }

    private mutating func compile(_ visit: Visit) {
        if plans.representations[visit.mapping] == nil {
            plans.representations[visit.mapping] = representation(of: visit.mapping)
            // The identifiers replace an object that is nested in itself.
            plans.identifiers[visit.mapping] = identifiers(of: visit.mapping)
        }
        for member in plans.representations[visit.mapping]?.members ?? [] {
            guard case .relationship(let relationship) = member.content,
                !relationship.leadsBack(from: visit.arrival)
            else { continue }
            let name = plan.entities[visit.mapping].name
            if relationship.style == .identifiers {
                requireIdentifiers(of: relationship, member.name, name)
            } else {
                self.visit(relationship.mapping, from: relationship.layout.index)
            }
        }
    }

    private mutating func representation(of index: Int) -> RepresentationPlan {
        let mapping = plan.mappings.mappings[index]
        var result = RepresentationPlan(entity: plan.entities[index])
        let (attributes, key, isKeyWritten) = attributes(of: index)
        result.members = attributes.filter { !$0.path.isRest } + relationships(of: index)
        result.rest = attributes.filter(\.path.isRest)
        if result.members.count > 1 { result.members.removeAll(where: \.isWhole) }
        if isKeyWritten || result.members.contains(where: \.path.usesKey) { result.key = key }
        if let key = result.key { checkTransform(of: key, of: mapping.name) }
        if let hook = mapping.didWrite, result.isValue {
            report(
                .path, mapping.name, result.members[0].name,
                "'\(result.members[0].name)' is the representation itself, so the hook "
                    + "'\(hook.name)' has no members to change; give it a path, or leave out "
                    + "the hook")
        }
        let misplaced = MappingProblem.ofWriting(
            result.members, key: result.key, of: mapping.name,
            isEntry: result.entity.forcesCollection)
        for problem in misplaced { add(problem) }
        return result
    }

    /// Returns the members for the attributes of a mapping, and the key of the representation.
    ///
    /// There is a key if an attribute is mapped from it; the result also indicates whether it is to
    /// be written.
    private mutating func attributes(
        of index: Int
    ) -> (members: [RepresentationMember], key: RepresentationMember?, isKeyWritten: Bool) {
        let mapping = plan.mappings.mappings[index]
        var members: [RepresentationMember] = []
        var key: RepresentationMember?
        var isKeyWritten = false
        for (attribute, source) in zip(
            plan.representedAttributes(of: index), mapping.attributeMappings)
        {
            if source.source.isKeyOfRepresentation {
                key = attribute
                isKeyWritten = !source.isReadOnly
            } else if !source.isReadOnly,
                source.source.isWritable || source.source.isRest,
                isWritten(source.destination, isOptional: source.isOptional, in: index)
            {
                checkTransform(of: attribute, of: mapping.name)
                members.append(attribute)
            }
        }
        return (members, key, isKeyWritten)
    }

    /// Returns the members for the relationships of a mapping.
    private func relationships(of index: Int) -> [RepresentationMember] {
        let mapped = zip(
            plan.entities[index].relationships, plan.mappings.mappings[index].relationshipMappings)
        return mapped.compactMap { relationship, source in
            guard source.representation != .omit, source.source.isWritable,
                isWritten(source.destination, isOptional: source.isOptional, in: index)
            else { return nil }
            let content = RepresentedRelationship(relationship, plan, style: source.representation)
            return RepresentationMember(
                name: relationship.layout.name, path: source.source,
                content: .relationship(content))
        }
    }

    /// Returns the identification attributes of a mapping, in the order of the mapping.
    private func identifiers(of index: Int) -> [RepresentationMember]? {
        guard plan.entities[index].identification != nil else { return nil }
        return plan.representedAttributes(of: index).filter(\.isIdentifying)
    }

    private mutating func requireIdentifiers(
        of relationship: RepresentedRelationship, _ name: String, _ mapping: String
    ) {
        checkChoice(of: relationship.mapping)
        for index in plan.entityMappings(of: relationship.mapping) {
            let entity = plan.entities[index]
            guard let members = identifiers(of: index) else {
                report(
                    .identification, mapping, name,
                    "'\(name)' is represented by identifiers, but nothing identifies the objects "
                        + "of '\(entity.name)'; set identificationAttributes, or embed them")
                continue
            }
            plans.identifiers[index] = members
            for member in members {
                checkTransform(of: member, of: entity.name)
                guard members.count > 1, !member.path.isWritable else { continue }
                report(
                    .identification, mapping, name,
                    "'\(name)' is represented by identifiers, but '\(member.name)' of "
                        + "'\(entity.name)' has no key of its own there: it comes from "
                        + "'\(member.path)'; embed the objects, or omit them")
            }
        }
    }

    private mutating func checkTransform(of member: RepresentationMember, of mapping: String) {
        guard case .attribute(let attribute) = member.content,
            let problem = MappingProblem.ofWriting(
                member.name, of: mapping, by: attribute.conversion.transform)
        else { return }
        add(problem)
    }
}
