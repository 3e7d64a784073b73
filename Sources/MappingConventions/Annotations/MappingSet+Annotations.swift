public import EntityMapper
public import MercatorPayload
public import ObjectGraph

extension MappingSet {
    /// Creates the mappings declared by a model's Groot annotations.
    ///
    /// Annotations are entries of the `userInfo` of entities and properties.
    ///
    /// ```swift
    /// let toNumber = ValueTransform("StringToInteger") { value in
    ///     value.string.flatMap { Int64($0) }.map { .integer($0) }
    /// } reverse: { value in
    ///     Int64(attributeValue: value).map { .string("\($0)") }
    /// }
    /// let mappings = MappingSet(
    ///     annotationsOf: model, transforms: [toNumber], roots: ["characters": "Character"])
    /// ```
    ///
    /// | element | key in `userInfo` | value |
    /// |---|---|---|
    /// | attributes, relationships | `JSONKeyPath` | the source path; required for a mapping |
    /// | attributes | `JSONTransformerName` | the name of a transform |
    /// | relationships | `connectedBy` | foreign keys: a name, a list, or names by name |
    /// | entities | `identityAttributes`, `identityAttribute` | the identification attributes |
    /// | entities | `entityMapperName` | the name of a choice of the sub-entity |
    /// | entities | `JSONDictionaryTransformerName` | the name of a representation transform |
    ///
    /// Names of identification attributes are separated by commas or spaces; those declared by
    /// ancestors are added.
    ///
    /// Each entity that has or inherits an annotation gets a mapping with its name. With an
    /// `entityMapperName`, this is a dynamic mapping, and the entity's own mapping is named
    /// `Name (itself)`. Objects of an entity without declared identification are inserted every
    /// time; nothing is inferred from names.
    ///
    /// A transform made of closures produces nil if a closure returns `nil`, in both directions,
    /// and without a reverse closure values are written unchanged.
    ///
    /// The plan reports, together with all other problems: names without a corresponding argument,
    /// attributes that do not exist, and keys that cannot be parsed, are misspelled or do not apply
    /// to their element. Unrelated keys of `userInfo` are ignored.
    ///
    /// Source: Groot's annotations.
    ///
    /// - Parameters:
    ///   - model: The model, which must also be used to compile the plan.
    ///   - transforms: The transforms for `JSONTransformerName`.
    ///   - entityChoices: The choices for `entityMapperName`.
    ///   - representationTransforms: The transforms for `JSONDictionaryTransformerName`.
    ///   - rules: The interpretation in cases where versions of Groot differ.
    ///   - roots: Names of entities by path from the top of the payload.
    public init(
        annotationsOf model: ManagedObjectModel, transforms: [ValueTransform] = [],
        entityChoices: [EntityChoice] = [],
        representationTransforms: [RepresentationTransform] = [],
        rules: AnnotationRules = .default, roots: KeyValuePairs<PayloadPath, String> = [:]
    ) {
        let reader = AnnotationReader(
            model, rules, transforms: transforms, choices: entityChoices,
            representationTransforms: representationTransforms)
        let annotated = AnnotatedMappings(reader)
        self.init(annotated.mappings, dynamicMappings: annotated.dynamicMappings, roots: roots)
        annotationProblems = annotated.problems
        annotationWarnings = annotated.warnings
        origin.isModel = true
    }
}

extension MappingProblem.Code {
    /// An annotation of the model is invalid or has no effect.
    public static let annotation = MappingProblem.Code(description: "annotation")
}
