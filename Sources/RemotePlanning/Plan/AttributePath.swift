import ObjectGraph

/// An attribute of an object or of a to-one related object: `author.authorID`.
struct AttributePath: Sendable {
    let relationships: [String]
    let attribute: String

    /// Resolves a path; `problem` gets the reason with advice if the result is `nil`.
    init?(
        _ path: String, of entity: EntityDescription, in model: ManagedObjectModel,
        _ problem: inout String
    ) {
        var steps = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let attribute = steps.removeLast()
        var entity = entity
        for step in steps {
            guard let relationship = entity.relationship(named: step),
                let destination = model[relationship.destination]
            else {
                let names = entity.relationships.map(\.name)
                problem =
                    "\(entity.name) has no relationship '\(step)'"
                    + Suggestion.text(for: step, among: names)
                return nil
            }
            guard !relationship.isToMany else {
                problem = "'\(step)' is to-many; only to-one relationships lead to one object"
                return nil
            }
            entity = destination
        }
        guard entity.attribute(named: attribute) != nil else {
            let names = entity.attributes.map(\.name)
            problem =
                "\(entity.name) has no attribute '\(attribute)'"
                + Suggestion.text(for: attribute, among: names)
            return nil
        }
        relationships = steps
        self.attribute = attribute
    }
}
