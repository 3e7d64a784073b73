public import ObjectGraph

extension XcodeModelVersion {
    /// The model with the names of an earlier version as renaming identifiers, for a migration from
    /// just that version.
    ///
    /// In Core Data two properties are the same if their renaming identifiers are, so after two
    /// renamings the identifier is the first name, which the version in between no longer has:
    ///
    /// ```swift
    /// // color → paintColor (renaming ID color) → primaryColor (renaming ID color)
    /// let model = try versions[2].model(migratingFrom: versions[1])
    /// model["Car"]?.attribute(named: "primaryColor")?.renamingIdentifier   // "paintColor"
    /// ```
    ///
    /// A renaming identifier that the earlier version does not share stays as it is.
    ///
    /// Source: "Lightweight Migration" of Apple's Core Data Model Versioning and Data Migration
    /// Programming Guide, where it speaks of a canonical name.
    ///
    /// - Throws: `ManagedObjectModelError`, which cannot happen for models that were read.
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

/// What has a name now and perhaps another one in all versions.
private protocol Renamable {
    var name: String { get }
    var renamingIdentifier: String? { get }
}

extension Renamable {
    /// The name that stays the same through all renamings.
    private var canonicalName: String { renamingIdentifier ?? name }

    /// What this was in an earlier version.
    fileprivate func origin(among earlier: [Self]) -> Self? {
        earlier.first { $0.canonicalName == canonicalName }
    }
}

extension EntityDescription: Renamable {}
extension AttributeDescription: Renamable {}
extension RelationshipDescription: Renamable {}
