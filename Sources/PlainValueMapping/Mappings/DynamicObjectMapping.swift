public import EntityMapper

/// A mapping to plain Swift values that selects the mapping of each representation.
///
/// Use it for subclasses, cases of an enumeration, or types that conform to a protocol.
///
/// The matchers are the same as in ``DynamicMapping``. They select mappings by name, and a closure
/// converts the value of each mapping to the common type.
///
/// ```swift
/// enum Vehicle { case car(Car), plane(Plane) }
///
/// var vehicles = DynamicObjectMapping<Vehicle>()
/// vehicles.add(cars) { .car($0) }
/// vehicles.add(planes) { .plane($0) }
/// vehicles.add(.value(at: "type", equals: "car", use: "Car"))
/// vehicles.add(.kind(at: "wingspan", is: .number, use: "Plane"))
/// let garage = try vehicles.run(bytes, at: "vehicles").values
/// ```
///
/// Source: RestKit's dynamic mappings and matchers.
public struct DynamicObjectMapping<Mapped>: PlainMapping {
    var choosing: DynamicMapping
    var choices: [any ObjectChoice<Mapped>] = []

    /// Creates a mapping.
    ///
    /// - Parameters:
    ///   - name: The name of the mapping in issues; by default the name of the type.
    ///   - matchers: The matchers, in order of evaluation.
    ///   - policy: The policy for representations that no matcher recognizes.
    public init(
        named name: String? = nil, _ matchers: [MappingMatcher] = [],
        unknownRepresentations policy: UnknownRepresentationPolicy = .skip
    ) {
        choosing = DynamicMapping(
            named: name ?? String(describing: Mapped.self), matchers,
            unknownRepresentations: policy)
    }

    /// The name of the mapping in issues.
    public var name: String {
        get { choosing.name }
        set { choosing.name = newValue }
    }
    /// The policy for representations that no matcher recognizes.
    public var unknownRepresentations: UnknownRepresentationPolicy {
        get { choosing.unknownRepresentations }
        set { choosing.unknownRepresentations = newValue }
    }
    /// Indicates whether an object is treated as a collection.
    ///
    /// There is then one representation for each member.
    public var forcesCollectionMapping: Bool {
        get { choosing.forcesCollectionMapping }
        set { choosing.forcesCollectionMapping = newValue }
    }
    /// The matchers, in order of evaluation.
    public var matchers: [MappingMatcher] { choosing.matchers }
    /// The unique names of all mappings that can be selected, in the order of the matchers.
    public var knownMappings: [String] { choosing.knownMappings }

    /// Adds a matcher after the existing ones.
    ///
    /// - Parameter matcher: The matcher. As in RestKit, a matcher that is already present is moved
    ///   to the front.
    public mutating func add(_ matcher: MappingMatcher) { choosing.add(matcher) }

    /// Removes a matcher.
    ///
    /// - Parameter matcher: The matcher.
    /// - Returns: `true` if the matcher was present.
    @discardableResult
    public mutating func remove(_ matcher: MappingMatcher) -> Bool { choosing.remove(matcher) }

    /// Adds a mapping that matchers can select by its name.
    ///
    /// - Parameters:
    ///   - mapping: The mapping.
    ///   - convert: Converts a value of the mapping to the common type.
    ///   - extract: Converts a value of the common type back, for updating or writing it; `nil` if
    ///     it is not a value of this mapping. The default is a cast, which is suitable for classes
    ///     and protocols, but not for enumerations.
    public mutating func add<Choice>(
        _ mapping: some PlainMapping<Choice>, as convert: @escaping @Sendable (Choice) -> Mapped,
        from extract: (@Sendable (Mapped) -> Choice?)? = nil
    ) {
        choices.append(
            ConvertedChoice(
                mapping: mapping, convert: convert, extract: extract ?? { $0 as? Choice },
                isTold: extract != nil))
    }

    /// Adds a mapping to the common type that matchers can select by its name.
    ///
    /// - Parameter mapping: The mapping.
    public mutating func add(_ mapping: some PlainMapping<Mapped>) {
        choices.append(
            ConvertedChoice(
                mapping: mapping, convert: { $0 }, extract: { $0 }, isTold: false))
    }
}

/// A mapping that a dynamic mapping can select.
protocol ObjectChoice<Mapped>: Sendable {
    associatedtype Mapped
    func makeMapper() -> any RecordMapper<Mapped>
    func makeWriter() -> any ChoiceWriter<Mapped>
}

/// A mapping with conversions between its values and the common type.
struct ConvertedChoice<Mapping: PlainMapping, Mapped>: ObjectChoice {
    let mapping: Mapping
    let convert: @Sendable (Mapping.Mapped) -> Mapped
    let extract: @Sendable (Mapped) -> Mapping.Mapped?
    /// Indicates whether the mapping was added with an explicit `from` closure.
    let isTold: Bool
}

extension DynamicObjectMapping: CustomStringConvertible, CustomReflectable {
    /// The name and the mappings that can be selected.
    public var description: String { "\(choosing)" }
    /// The name and the number of matchers.
    public var customMirror: Mirror {
        Mirror(self, children: ["name": name, "matchers": choosing.matchers.count])
    }
}
