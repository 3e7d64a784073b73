package import ObjectGraph

/// A compiled connection.
package struct ConnectionPlan: Sendable {
    package let description: ConnectionDescription
    package let relationship: RelationshipLayout
    package let sourceEntity: Int
    package let destinationEntity: Int
    package let sourceSlots: [Int]
    package let destinationSlots: [Int]
    package let destinationTypes: [AttributeType]
    /// The slot index of an array as a foreign key; any element of the array may match.
    let arrayIndex: Int?
    let sourcePredicate: PredicateEvaluator?
    let destinationPredicate: PredicateEvaluator?
    /// The relationship paths in the predicates of sources and of destinations.
    let sourceChains: [[RelationshipLayout]]
    let destinationChains: [[RelationshipLayout]]
    /// The relationships on the path to the destinations; empty for foreign keys.
    package let path: [RelationshipLayout]
    /// The indices of the key parts with a different type from the destination's, without arrays.
    ///
    /// Some of their values cannot match: a wider number, or a string that is not a URL.
    let narrowedKeys: [Int]
    /// The connections that fill the inverse relationship, if that end stores both.
    ///
    /// Their claims take precedence over the claims of this connection.
    var preceding: [ConnectionPlan] = []

    /// Tests whether the destination can have the values of all key parts except for arrays.
    func fits(_ key: [Value]) -> Bool {
        narrowedKeys.allSatisfy {
            ElementKeys([key[$0]], for: destinationTypes[$0]).mismatches.isEmpty
        }
    }
}

/// Requests to the store.
extension ConnectionPlan {
    /// The store indexes for the look-ups from both ends.
    package var indexes: [IndexDescription] {
        guard path.isEmpty else { return [] }
        var indexes = [
            IndexDescription(entity: destinationEntity, slots: destinationSlots, isUnique: false)
        ]
        if arrayIndex == nil {
            indexes.append(
                IndexDescription(entity: sourceEntity, slots: sourceSlots, isUnique: false))
        }
        return indexes
    }

    /// Returns a request for all sources that the connection affects.
    func allSources(in model: ManagedObjectModel) -> RowRequest {
        let saysAll = !path.isEmpty || description.onMissing == .clear
        return RowRequest(entity: sourceEntity, predicate: saysAll ? .true : hasKey(in: model))
    }

    /// Returns the condition for sources with a foreign key that is not null in at least one part.
    func hasKey(in model: ManagedObjectModel) -> EntityPredicate {
        let slots = model.layouts[sourceEntity].slots
        return .any(sourceSlots.map { !PropertyPath.attribute(slots[$0].name).isNil })
    }

    /// Returns the request for evaluating the connection inside a store.
    package func request(in model: ManagedObjectModel) -> ConnectionRequest {
        var sources = allSources(in: model)
        sources.predicate = sources.predicate && description.sourcePredicate
        return ConnectionRequest(
            relationship: relationship.index, sources: sources,
            destinations: RowRequest(
                entity: destinationEntity, includesSubentities: description.includesSubentities,
                predicate: description.destinationPredicate),
            sourceSlots: sourceSlots, destinationSlots: destinationSlots,
            path: path.map(\.index),
            keepsWithoutMatch: !path.isEmpty && description.onMissing == .keep)
    }
}
