import EntityMapper
import ObjectGraph

/// The annotations of an entity, excluding its ancestors.
struct AnnotatedEntity {
    /// Indicates whether there are annotations on the entity or on properties that it declares.
    var isAnnotated = false
    var attributes: [AttributeMapping] = []
    var relationships: [RelationshipMapping] = []
    /// The relationships that the entity declares with foreign keys.
    var connected: [RelationshipDescription] = []
    /// The identification attributes that the entity declares; `nil` if it declares none.
    var identity: [String]?
    var choice: EntityChoice?
    var representationTransform: RepresentationTransform?
}
