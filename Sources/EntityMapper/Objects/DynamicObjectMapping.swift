/// A mapping to plain Swift values that is chosen for each representation: subclasses, cases of an
/// enumeration, or types behind a protocol.
///
/// Matchers are those of ``DynamicMapping``. They name the mappings they choose among, and a
/// closure makes the common type of what each of these makes.
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
    private var choosing: DynamicMapping
    private var choices: [any ObjectChoice<Mapped>] = []

    /// Makes a mapping.
    ///
    /// - Parameters:
    ///   - name: What issues call the mapping; the type's name if left out.
    ///   - matchers: Who is asked, in this order.
    ///   - policy: What happens to a representation that no matcher knows.
    public init(
        named name: String? = nil, _ matchers: [MappingMatcher] = [],
        unknownRepresentations policy: UnknownRepresentationPolicy = .skip
    ) {
        choosing = DynamicMapping(
            named: name ?? String(describing: Mapped.self), matchers,
            unknownRepresentations: policy)
    }

    /// What issues call this mapping.
    public var name: String {
        get { choosing.name }
        set { choosing.name = newValue }
    }
    /// What happens to a representation that no matcher knows.
    public var unknownRepresentations: UnknownRepresentationPolicy {
        get { choosing.unknownRepresentations }
        set { choosing.unknownRepresentations = newValue }
    }
    /// Whether an object stands for a list: each of its members for one representation.
    public var forcesCollectionMapping: Bool {
        get { choosing.forcesCollectionMapping }
        set { choosing.forcesCollectionMapping = newValue }
    }
    /// Who is asked, in this order.
    public var matchers: [MappingMatcher] { choosing.matchers }
    /// The names of all mappings that may be chosen, each once, in the order of the matchers.
    public var knownMappings: [String] { choosing.knownMappings }

    /// Adds a matcher that is asked after the others.
    ///
    /// - Parameter matcher: The matcher. One that is there already becomes the first, as in RestKit.
    public mutating func add(_ matcher: MappingMatcher) { choosing.add(matcher) }

    /// Removes a matcher.
    ///
    /// - Parameter matcher: The matcher.
    /// - Returns: Whether it was there.
    @discardableResult
    public mutating func remove(_ matcher: MappingMatcher) -> Bool { choosing.remove(matcher) }

    /// Adds a mapping that matchers choose by its name.
    ///
    /// - Parameters:
    ///   - mapping: The mapping.
    ///   - convert: Makes the common type of a value.
    ///   - extract: Gets the value back, to update one that is there, or to write it; `nil` if it is
    ///     none of this mapping. By default a cast, which does for classes and protocols, not for
    ///     enumerations.
    public mutating func add<Choice>(
        _ mapping: some PlainMapping<Choice>, as convert: @escaping @Sendable (Choice) -> Mapped,
        from extract: (@Sendable (Mapped) -> Choice?)? = nil
    ) {
        choices.append(
            ConvertedChoice(
                mapping: mapping, convert: convert, extract: extract ?? { $0 as? Choice },
                isTold: extract != nil))
    }

    /// Adds a mapping that matchers choose by its name, and whose values are of the common type.
    ///
    /// - Parameter mapping: The mapping.
    public mutating func add(_ mapping: some PlainMapping<Mapped>) {
        choices.append(
            ConvertedChoice(
                mapping: mapping, convert: { $0 }, extract: { $0 }, isTold: false))
    }

    /// What the engine does with a representation, and with a value.
    ///
    /// - Returns: The plan, for one run.
    public func makePlan() -> ObjectPlan<Mapped> {
        ObjectPlan(
            mapper: { DynamicObjectPlan(choosing, choices.map { $0.makeMapper() }) },
            writer: { DynamicWritingPlan(choosing, choices.map { $0.makeWriter() }) })
    }
}

/// A mapping among those of a dynamic one.
protocol ObjectChoice<Mapped>: Sendable {
    associatedtype Mapped
    func makeMapper() -> any RecordMapper<Mapped>
    func makeWriter() -> any ChoiceWriter<Mapped>
}

/// A mapping, and how its values become others.
struct ConvertedChoice<Mapping: PlainMapping, Mapped>: ObjectChoice {
    let mapping: Mapping
    let convert: @Sendable (Mapping.Mapped) -> Mapped
    let extract: @Sendable (Mapped) -> Mapping.Mapped?
    /// Whether the author said which values are of this mapping.
    let isTold: Bool

    func makeMapper() -> any RecordMapper<Mapped> {
        ConvertedMapper(inner: mapping.makePlan().mapper, convert: convert, extract: extract)
    }

    func makeWriter() -> any ChoiceWriter<Mapped> {
        ConvertedWriter(
            inner: mapping.makePlan().writer, extract: extract, isTold: isTold)
    }
}

extension DynamicObjectMapping: CustomStringConvertible, CustomReflectable {
    /// The name and the mappings that may be chosen.
    public var description: String { "\(choosing)" }
    /// The name, and how many matchers there are.
    public var customMirror: Mirror {
        Mirror(self, children: ["name": name, "matchers": choosing.matchers.count])
    }
}
