package import ObjectGraph

/// A model as a Mermaid class diagram.
///
/// A relationship and its inverse are drawn as one line with multiplicities at both ends.
package struct ModelDiagram: CustomStringConvertible {
    private let model: ManagedObjectModel

    package init(_ model: ManagedObjectModel) {
        self.model = model
    }

    /// The source text of the diagram.
    package var description: String {
        var lines = ["classDiagram"]
        for entity in model.entities { lines += declaration(of: entity) }
        for entity in model.entities {
            if let parent = entity.parent {
                lines.append("    \(name(parent)) <|-- \(name(entity.name))")
            }
        }
        return (lines + associations).joined(separator: "\n")
    }

    private func declaration(of entity: EntityDescription) -> [String] {
        var members = entity.isAbstract ? ["        <<abstract>>"] : []
        members += entity.declaredAttributes.map { attribute in
            "        \(attribute.type)\(attribute.isOptional ? "?" : "") \(attribute.name)"
        }
        let head = "    class \(name(entity.name))"
        return members.isEmpty ? [head] : [head + " {"] + members + ["    }"]
    }

    private var associations: [String] {
        var drawn: Set<[String]> = []
        var lines: [String] = []
        for entity in model.entities {
            for relationship in entity.declaredRelationships {
                let destination = model[relationship.destination]
                let inverse = relationship.inverse.flatMap { destination?.relationship(named: $0) }
                guard !drawn.contains([entity.name, relationship.name]) else { continue }
                drawn.insert([relationship.destination, inverse?.name ?? ""])
                let (left, right) = (name(entity.name), name(relationship.destination))
                if let inverse {
                    let label =
                        inverse.name == relationship.name
                        ? relationship.name : "\(relationship.name) / \(inverse.name)"
                    lines.append(
                        "    \(left) \"\(inverse.bounds)\" -- \"\(relationship.bounds)\" \(right)"
                            + " : \(label)")
                } else {
                    lines.append(
                        "    \(left) --> \"\(relationship.bounds)\" \(right)"
                            + " : \(relationship.name)")
                }
            }
        }
        return lines
    }

    /// Encloses names that are not identifiers in backticks.
    private func name(_ name: String) -> String {
        name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? name : "`\(name)`"
    }
}

extension RelationshipDescription {
    /// The multiplicity: `0..1`, `1`, `*`, `1..*`, `2..5`.
    package var bounds: String {
        let least = isOptional ? 0 : max(1, minCount)
        guard isToMany else { return least == 0 ? "0..1" : "1" }
        guard let most = maxCount else { return least == 0 ? "*" : "\(least)..*" }
        return least == most ? "\(most)" : "\(least)..\(most)"
    }
}
