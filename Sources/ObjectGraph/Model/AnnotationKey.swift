/// The keys of `userInfo` that declare mappings, with the names used by Groot.
///
/// Schema structs write them, and the builders of mappings read them.
package enum AnnotationKey: String, CaseIterable {
    case keyPath = "JSONKeyPath"
    case transformer = "JSONTransformerName"
    case identityAttributes
    case identityAttribute
    case entityMapper = "entityMapperName"
    case dictionaryTransformer = "JSONDictionaryTransformerName"
    /// The foreign keys of a relationship, which Groot has no annotation for: a name, a list of
    /// names, or names of the destination's attributes by those of the source.
    case connectedBy
}
