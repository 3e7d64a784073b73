/// What the annotations of one entity say, without those of its ancestors.
struct AnnotatedEntity {
    /// Whether there is an annotation at all, on the entity or on a property that it declares.
    var isAnnotated = false
    var attributes: [AttributeMapping] = []
    var relationships: [RelationshipMapping] = []
    /// The attributes that the entity declares as its identity; `nil` if it declares none.
    var identity: [String]?
    var choice: EntityChoice?
    var representationTransform: RepresentationTransform?
}
