public import MercatorPayload
public import ObjectGraph

/// The mapping of a value in the representation to an attribute.
public struct AttributeMapping: Sendable, Hashable {
    /// The path to the value; the empty path is the representation itself.
    public var source: PayloadPath
    /// The name of the attribute.
    public var destination: String
    /// The conversion of the value.
    public var transform: ValueTransform
    /// Indicates whether a ``RepresentationWriter`` omits the attribute.
    ///
    /// Use this for attributes that only the server sets.
    public var isReadOnly: Bool
    /// Indicates whether a ``RepresentationWriter`` omits the attribute unless it is requested.
    public var isOptional = false
    /// Indicates whether nil is always written as `null`.
    ///
    /// A ``RepresentationWriter`` then writes it regardless of its profile.
    public var writesNull = false
    /// The policy for raw values that are no case of an enumeration.
    ///
    /// If it is `nil`, the policy of the entity's mapping applies.
    public var unknownCases: UnknownCasePolicy?
    /// The root entity of the key path that specified the attribute.
    package var schemaRoot = SchemaRoot()

    /// Creates a mapping; the `add` methods of ``EntityMapping`` are shorter.
    ///
    /// - Parameters:
    ///   - source: The path to the value.
    ///   - destination: The attribute: its name, or a key path such as `\Article.title`.
    ///   - transform: The conversion of the value.
    ///   - isReadOnly: Whether a ``RepresentationWriter`` omits the attribute.
    public init(
        from source: some PayloadPathConvertible, to destination: some AttributeReference,
        using transform: ValueTransform = .default, isReadOnly: Bool = false
    ) {
        self.source = PayloadPath(declared: source)
        self.destination = destination.nameInModel
        self.transform = transform
        self.isReadOnly = isReadOnly
        schemaRoot = SchemaRoot(destination.schemaEntityName)
    }
}

extension AttributeMapping {
    /// The settings with a written form, in the order of mapping files.
    package static let declaredSettings: [DeclaredSetting<AttributeMapping>] = [
        .init("transform", .transform(\.transform), argument: .every("using")),
        .init("unknownCases", .inheritedPolicy(\.unknownCases), argument: .part("unknownCases")),
        .init("isReadOnly", .flag(\.isReadOnly), key: "readOnly"),
        .init("isOptional", .flag(\.isOptional), key: "onRequest"),
        .init("writesNull", .flag(\.writesNull)),
    ]

    /// A mapping whose settings have their defaults.
    package static let withDefaults = AttributeMapping(from: PayloadPath.root, to: "")
}
