import EntityMapper
import ObjectGraph
import ValueTransforms

/// An entity with the relationships of nested records and of foreign keys.
@dynamicMemberLookup
struct ConnectedEntity {
    let typed: TypedEntity
    let relationships: [ConnectedRelationship]

    subscript<Member>(dynamicMember member: KeyPath<TypedEntity, Member>) -> Member {
        typed[keyPath: member]
    }

    subscript<Member>(dynamicMember member: KeyPath<EntityCandidate, Member>) -> Member {
        typed.candidate[keyPath: member]
    }
}

/// A relationship with its inverse's multiplicity, and the foreign key if there is one.
@dynamicMemberLookup
struct ConnectedRelationship {
    let candidate: RelationshipCandidate
    /// Indicates whether the inverse is to-many (L2).
    let isInverseToMany: Bool
    /// The foreign key; `nil` for nested records.
    let connection: ConnectionCandidate?

    subscript<Member>(dynamicMember member: KeyPath<RelationshipCandidate, Member>) -> Member {
        candidate[keyPath: member]
    }
}

extension [TypedEntity] {
    /// Returns the entities with a relationship for each connection.
    ///
    /// Foreign keys take the types of the identities that they refer to.
    func connected(by connections: [ConnectionCandidate]) -> [ConnectedEntity] {
        var entities = self
        // A polymorphic key has several destinations, and keeps its own type.
        for connection in connections
        where connection.condition == nil && connection.rule != .earlier {
            if connection.isInURL {
                entities.takeLastStep(of: connection)
            } else {
                entities.takeTypes(of: connection)
            }
        }
        return entities.enumerated().map { index, entity in
            ConnectedEntity(
                typed: entity,
                relationships: entity.relationships.map { nested($0) }
                    + connections.filter { $0.entity == index }.map { $0.relationship })
        }
    }

    private func nested(_ relationship: RelationshipCandidate) -> ConnectedRelationship {
        let destination = self[relationship.destination]
        let isPart = destination.identity == .none && !destination.records.isEmpty
        return ConnectedRelationship(
            candidate: relationship,
            isInverseToMany: !isPart && (relationship.isShared || !relationship.isToMany),
            connection: nil)
    }

    /// Gives foreign keys the identities' types, in formats where all values are texts.
    private mutating func takeTypes(of connection: ConnectionCandidate) {
        for (source, destination) in connection.keys {
            let type = self[connection.destination].attributes[destination].type
            guard type == .integer64, self[connection.entity].attributes[source].type == .string
            else { continue }
            self[connection.entity].attributes[source].type = type
            self[connection.entity].attributes[source].transform = .default
        }
    }

    /// Uses the last component of a URL as the foreign key.
    private mutating func takeLastStep(of connection: ConnectionCandidate) {
        let (source, destination) = connection.keys[0]
        if !connection.isList {
            self[connection.entity].attributes[source].type =
                self[connection.destination].attributes[destination].type
        }
        self[connection.entity].attributes[source].transform = .lastStep
        self[connection.entity].attributes[source].decision = nil
    }
}

extension ConnectionCandidate {
    fileprivate var relationship: ConnectedRelationship {
        ConnectedRelationship(
            candidate: RelationshipCandidate(
                path: [], destination: destination, isToMany: isList, isOrdered: isList,
                isShared: true, records: [], proposedName: proposedName),
            isInverseToMany: true, connection: self)
    }
}
