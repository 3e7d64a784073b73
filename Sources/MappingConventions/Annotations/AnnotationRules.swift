public import EntityMapper

/// The interpretation of annotations in cases where versions of Groot and this package differ.
///
/// ```swift
/// var rules = AnnotationRules.default
/// rules.clearsNullRelationships = false   // as Groot 1.0 to 3.0 do
/// ```
///
/// | | ``default`` | ``groot3`` | ``groot1`` | ``groot0`` |
/// |---|---|---|---|---|
/// | versions of Groot | | 1.1 to 3.0 | 1.0 | 0.1 to 0.2 |
/// | ``requiresKeyPaths`` | yes | yes | yes | no |
/// | ``identity`` | union | union | nearest | nearest |
/// | ``clearsNullRelationships`` | yes | no | no | yes |
/// | ``acceptsIdentifiers`` | yes | yes | yes | no |
/// | ``reusesUnidentifiedObjects`` | no | no | no | no |
/// | ``conflictingSubentity`` | skip | keep | keep | keep |
///
/// Defects common to all versions of Groot are corrected under all rules: a failure changes
/// nothing, a repeated record produces one object, and an absent value leaves the model's default.
public struct AnnotationRules: Sendable, Hashable {
    /// Indicates whether properties without `JSONKeyPath` are not mapped.
    ///
    /// Otherwise they are mapped from their own names, and the key path `null` excludes a property.
    public var requiresKeyPaths = true
    /// The identification of an entity whose ancestors also declare an identification.
    public var identity = IdentityInheritance.union
    /// Indicates whether `null` clears the relationships of an existing object.
    ///
    /// Otherwise `null` is treated as if the key were absent.
    public var clearsNullRelationships = true
    /// Indicates whether strings and numbers are accepted as identifiers instead of objects.
    ///
    /// This applies to entities with one identification attribute.
    public var acceptsIdentifiers = true
    /// Indicates whether nested records without identification update existing objects.
    ///
    /// Otherwise they are inserted every time, as in every version of Groot.
    public var reusesUnidentifiedObjects = false
    /// Indicates whether the model may name transforms and choices that are missing.
    ///
    /// The plan then contains a warning.
    ///
    /// Values are then read by the attribute's type, and representations unchanged. This serves to
    /// inspect payloads without the code of their app.
    public var acceptsMissingTransforms = false
    /// The policy for a representation that identifies an object of a different entity.
    public var conflictingSubentity = ConflictingSubentityPolicy.skip

    /// The treatment of identification attributes that ancestors of an entity declare.
    public enum IdentityInheritance: String, Sendable, Hashable, CaseIterable {
        /// The declared attributes of the entity and of all its ancestors identify an object.
        case union
        /// The declared attributes of the nearest entity with any identify an object.
        case nearest
    }

    /// Creates the default rules.
    public init() {}

    /// The recommended rules.
    public static let `default` = AnnotationRules()

    /// The rules of Groot 1.1 to 3.0.
    ///
    /// `null` does not change relationships, and objects keep their entity.
    public static let groot3: AnnotationRules = {
        var rules = AnnotationRules()
        rules.clearsNullRelationships = false
        rules.conflictingSubentity = .keep
        return rules
    }()

    /// The rules of Groot 1.0: as ``groot3``, but with the nearest declared identification only.
    public static let groot1: AnnotationRules = {
        var rules = AnnotationRules.groot3
        rules.identity = .nearest
        return rules
    }()

    /// The rules of Groot 0.1 and 0.2.
    ///
    /// All properties are mapped unless excluded, plain identifiers are not accepted, and `null`
    /// clears relationships.
    public static let groot0: AnnotationRules = {
        var rules = AnnotationRules.groot1
        rules.requiresKeyPaths = false
        rules.clearsNullRelationships = true
        rules.acceptsIdentifiers = false
        return rules
    }()
}
