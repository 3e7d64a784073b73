public import ObjectGraph

extension XcodeModelVersion {
    /// Returns the model with renaming identifiers for a migration from an earlier version.
    ///
    /// Core Data considers two properties the same if their renaming identifiers are equal. After
    /// two renamings the identifier is therefore the first name, which the intermediate version
    /// no longer has:
    ///
    /// ```swift
    /// // color → paintColor (renaming ID color) → primaryColor (renaming ID color)
    /// let model = try versions[2].model(migratingFrom: versions[1])
    /// model["Car"]?.attribute(named: "primaryColor")?.renamingIdentifier   // "paintColor"
    /// ```
    ///
    /// Renaming identifiers that the earlier version does not share are retained.
    ///
    /// Source: "Lightweight Migration" in Apple's Core Data Model Versioning and Data Migration
    /// Programming Guide, which uses the term canonical name.
    ///
    /// - Throws: `ManagedObjectModelError`, which cannot occur for models that were read.
    public func model(
        migratingFrom earlier: XcodeModelVersion
    ) throws(ManagedObjectModelError) -> ManagedObjectModel {
        try ManagedObjectModel(
            model.entities.map { entity in
                guard let origin = entity.origin(among: earlier.model.entities) else {
                    return entity
                }
                var renamed = entity
                renamed.renamingIdentifier = origin.name == entity.name ? nil : origin.name
                for (index, attribute) in entity.declaredAttributes.enumerated() {
                    guard let before = attribute.origin(among: origin.declaredAttributes) else {
                        continue
                    }
                    renamed.declaredAttributes[index].renamingIdentifier =
                        before.name == attribute.name ? nil : before.name
                }
                for (index, relationship) in entity.declaredRelationships.enumerated() {
                    guard let before = relationship.origin(among: origin.declaredRelationships)
                    else { continue }
                    renamed.declaredRelationships[index].renamingIdentifier =
                        before.name == relationship.name ? nil : before.name
                }
                return renamed
            })
    }
}

/// A declaration that may have a renaming identifier.
private protocol Renamable {
    var name: String { get }
    var renamingIdentifier: String? { get }
}

extension Renamable {
    /// The name that is stable across renamings.
    private var canonicalName: String { renamingIdentifier ?? name }

    /// Returns the corresponding declaration of an earlier version.
    fileprivate func origin(among earlier: [Self]) -> Self? {
        earlier.first { $0.canonicalName == canonicalName }
    }
}

extension EntityDescription: Renamable {}
extension AttributeDescription: Renamable {}
extension RelationshipDescription: Renamable {}
