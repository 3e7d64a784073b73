import ObjectGraph

/// Assembles a model from entities that may be inconsistent.
///
/// The validation of `ManagedObjectModel` names each invalid part. These parts are omitted, and the
/// others are validated again, because they may have referred to the omitted parts. Each round
/// removes something, so the rounds terminate.
struct ModelAssembly {
    var entities: [EntityDescription]
    let inverseEntities: [[String]: String]
    /// The changed and omitted parts.
    private(set) var changes: [ModelChange] = []

    /// Assembles the model.
    ///
    /// - Throws: `ManagedObjectModelError` if leaving out the parts it names does not resolve it.
    mutating func makeModel() throws(ManagedObjectModelError) -> ManagedObjectModel {
        while true {
            let inheritance = ModelInheritance(entities, inverseEntities)
            do throws(ManagedObjectModelError) {
                let model = try ManagedObjectModel(inheritance.entities)
                changes += inheritance.changes
                return model
            } catch {
                let count = changes.count
                var seen: Set<[String]> = []
                for problem in error.problems {
                    // Several problems of the same kind in one property are resolved together.
                    let fault = [problem.code.description, problem.entity, problem.property ?? ""]
                    if seen.insert(fault).inserted { leaveOut(problem) }
                }
                guard changes.count > count else { throw error }
            }
        }
    }

    private mutating func leaveOut(_ problem: ManagedObjectModelError.Problem) {
        // Of two declarations with the same name, the later one is omitted.
        guard let entity = entities.lastIndex(where: { $0.name == problem.entity }) else { return }
        guard let property = problem.property else {
            if problem.code == .uniqueness {
                leaveOutConstraints(of: entity, problem) { $0.isEmpty }
            } else {
                entities.remove(at: entity)
                omit("it", [problem.entity], problem)
            }
            return
        }
        let relationship = entities[entity].declaredRelationships
            .lastIndex { $0.name == property }
        let attribute = entities[entity].declaredAttributes.lastIndex { $0.name == property }
        if problem.code == .uniqueness {
            leaveOutConstraints(of: entity, problem) { $0.contains(property) }
        } else if let relationship {
            leaveOut(problem, ofRelationship: relationship, of: entity)
        } else if let attribute {
            leaveOut(problem, ofAttribute: attribute, of: entity)
        }
    }

    private mutating func omit(
        _ part: String, _ key: [String], _ problem: ManagedObjectModelError.Problem
    ) {
        changes.append(ModelChange(key, omitting: part, because: problem.message))
    }
}

/// Resolution of problems by kind.
extension ModelAssembly {
    private mutating func leaveOutConstraints(
        of entity: Int, _ problem: ManagedObjectModelError.Problem,
        where isWrong: ([String]) -> Bool
    ) {
        let constraints = entities[entity].uniquenessConstraints
        for names in constraints where isWrong(names) {
            omit("the constraint", [problem.entity, ""] + names, problem)
        }
        entities[entity].uniquenessConstraints = constraints.filter { !isWrong($0) }
    }

    private mutating func leaveOut(
        _ problem: ManagedObjectModelError.Problem, ofRelationship index: Int, of entity: Int
    ) {
        let relationship = entities[entity].declaredRelationships[index]
        let key = [problem.entity, relationship.name]
        switch problem.code {
        case .inverse where relationship.inverse != nil:
            entities[entity].declaredRelationships[index].inverse = nil
            omit("the inverse", key, problem)
        case .relationship where relationship.minCount != 0 || relationship.maxCount != nil:
            entities[entity].declaredRelationships[index].minCount = 0
            entities[entity].declaredRelationships[index].maxCount = nil
            omit("the number of objects", key, problem)
        default:
            entities[entity].declaredRelationships.remove(at: index)
            omit("it", key, problem)
        }
    }

    private mutating func leaveOut(
        _ problem: ManagedObjectModelError.Problem, ofAttribute index: Int, of entity: Int
    ) {
        let attribute = entities[entity].declaredAttributes[index]
        let key = [problem.entity, attribute.name]
        switch problem.code {
        case .defaultValue where !attribute.defaultValue.isNull:
            entities[entity].declaredAttributes[index].defaultValue = .null
            omit("the default", key, problem)
        case .rule where !attribute.rules.isEmpty:
            let rules = attribute.usableRules
            let isSmaller = rules.count < attribute.rules.count
            entities[entity].declaredAttributes[index].rules = isSmaller ? rules : []
            omit(isSmaller ? "the rule" : "every rule", key, problem)
        default:
            entities[entity].declaredAttributes.remove(at: index)
            omit("it", key, problem)
        }
    }
}

extension AttributeDescription {
    /// The rules that are valid for the type.
    fileprivate var usableRules: [ValueRule] {
        rules.filter { rule in
            let attribute = AttributeDescription(name, type, rules: [rule])
            return (try? ManagedObjectModel([EntityDescription("Entity", attributes: [attribute])]))
                != nil
        }
    }
}
