public import ObjectGraph
public import Payload

extension MappingSet {
    /// Makes the mappings that a model asks for by Groot's annotations, in the `userInfo` of its
    /// entities and properties.
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
    /// | `userInfo` of | key | says |
    /// |---|---|---|
    /// | attributes, relationships | `JSONKeyPath` | where the value is; without it the property is not mapped |
    /// | attributes | `JSONTransformerName` | which of the transforms converts it |
    /// | entities | `identityAttributes`, or `identityAttribute` | what identifies an object; several names are separated by commas or spaces, those of ancestors are added |
    /// | entities | `entityMapperName` | which of the choices finds the sub-entity |
    /// | entities | `JSONDictionaryTransformerName` | which of the representation transforms comes first |
    ///
    /// Each entity that has or inherits an annotation gets a mapping of its name. With an
    /// `entityMapperName` that is a dynamic mapping, and `Name (itself)` the one of the entity. An
    /// entity that declares no identity is inserted every time; nothing is inferred from names.
    ///
    /// A transform that was made of closures gives nil where they give `nil`, in both directions, and
    /// without a reverse the value is written as it is.
    ///
    /// The plan reports, with all other problems: names that were not given, attributes that are not
    /// there, keys that cannot be read, are misspelt or on the wrong kind of thing. Keys of `userInfo`
    /// that are about something else do not matter.
    ///
    /// Source: Groot's annotations.
    ///
    /// - Parameters:
    ///   - model: The model; the plan must be made for the same.
    ///   - transforms: What `JSONTransformerName` can name.
    ///   - entityChoices: What `entityMapperName` can name.
    ///   - representationTransforms: What `JSONDictionaryTransformerName` can name.
    ///   - rules: What to do where versions of Groot disagree.
    ///   - roots: Paths from the top of the payload, and names of entities.
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
    }
}

extension MappingProblem.Code {
    /// An annotation of the model cannot be followed, or has no effect.
    public static let annotation = MappingProblem.Code(description: "annotation")
}
