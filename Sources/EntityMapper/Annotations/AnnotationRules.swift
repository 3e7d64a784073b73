/// How the annotations of a model are read, where versions of Groot and this package differ.
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
/// What is a defect in every version stays repaired with all of them: a failure changes nothing, a
/// record that is there twice is one object, and an absent value leaves the model's default.
public struct AnnotationRules: Sendable, Hashable {
    /// Whether properties without `JSONKeyPath` are left alone.
    ///
    /// If not, they are found at their own names, and the key path `null` leaves a property out.
    public var requiresKeyPaths = true
    /// What an entity's identity is when its ancestors declare one, too.
    public var identity = IdentityInheritance.union
    /// Whether `null` empties the relationships of an object that was there before.
    ///
    /// If not, it is as if the key were absent.
    public var clearsNullRelationships = true
    /// Whether a text or number may stand for an object of an entity with one identity attribute.
    public var acceptsIdentifiers = true
    /// Whether nested objects that nothing identifies take over what is there.
    ///
    /// If not, they are inserted every time, as in every version of Groot.
    public var reusesUnidentifiedObjects = false
    /// Whether transforms and choices may be missing that the model names, with a warning of the plan.
    ///
    /// A value is read as the attribute's type says then, a representation as it is. That serves to
    /// look at payloads without the code of the app they are for.
    public var acceptsMissingTransforms = false
    /// What happens when a representation asks for another entity than the object with its identity
    /// has.
    public var conflictingSubentity = ConflictingSubentityPolicy.skip

    /// What becomes of the identity attributes that ancestors of an entity declare.
    public enum IdentityInheritance: String, Sendable, Hashable, CaseIterable {
        /// They identify the objects of the entity together with its own.
        case union
        /// Those of the nearest entity that declares any take the place of all others.
        case nearest
    }

    /// Makes the default rules.
    public init() {}

    /// What this package takes to be right.
    public static let `default` = AnnotationRules()

    /// As Groot 1.1 to 3.0: `null` leaves relationships alone, and objects keep their entity.
    public static let groot3: AnnotationRules = {
        var rules = AnnotationRules()
        rules.clearsNullRelationships = false
        rules.conflictingSubentity = .keep
        return rules
    }()

    /// As Groot 1.0: the same, and only the nearest identity counts.
    public static let groot1: AnnotationRules = {
        var rules = AnnotationRules.groot3
        rules.identity = .nearest
        return rules
    }()

    /// As Groot 0.1 and 0.2: all properties are mapped that are not excluded, identifiers alone are
    /// not, and `null` empties relationships.
    public static let groot0: AnnotationRules = {
        var rules = AnnotationRules.groot1
        rules.requiresKeyPaths = false
        rules.clearsNullRelationships = true
        rules.acceptsIdentifiers = false
        return rules
    }()
}
