package import ObjectGraph

/// The identifying attributes of each entity, from a file and its model.
///
/// A model can declare them. Most loads derive them from their mappings, and leave a unique index.
package struct Identifications {
    private let model: ManagedObjectModel
    /// The attributes of unique indexes by entity; indexes from loads come first.
    private var indexed: [String: [String]] = [:]

    package init(_ model: ManagedObjectModel, _ session: any SQLSession) throws(StoreError) {
        self.model = model
        let entries = try session.query(
            IndexEntry.uniqueQuestion + " ORDER BY origin, name"
        ) { (row) throws(StoreError) in IndexEntry(row) }
        for entry in entries where indexed[entry.entity] == nil {
            indexed[entry.entity] = entry.attributes
        }
    }

    /// Returns the attributes that identify an object of an entity; empty if there are none.
    package func attributes(of entity: EntityDescription) -> [String] {
        if entity.userInfo["identificationAttributes"] == nil {
            for name in [entity.name] + entity.ancestors.map(\.name) {
                if let names = indexed[name],
                    names.allSatisfy({ entity.attribute(named: $0) != nil })
                {
                    return names
                }
            }
        }
        return entity.declaredIdentification
    }
}
