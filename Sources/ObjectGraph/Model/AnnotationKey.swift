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
    /// The foreign keys of a relationship, without an equivalent in Groot.
    ///
    /// The annotation is a name, a list of names, or a dictionary from the source's attributes to
    /// the destination's attributes.
    case connectedBy
}
