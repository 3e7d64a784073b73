public import ObjectGraph

/// What goes from a representation to a plain Swift value: a struct, an instance of a class.
///
/// No model, no store, no identity: every representation makes a new value, or updates the one that
/// the caller hands over. Values, paths, transforms, issues and failure policies are those of
/// ``EntityMapping``.
///
/// ```swift
/// struct User: Sendable {
///     var userID = 0
///     var city: String?
///     var friends: [User] = []
///     static let mapping: ObjectMapping<User> = {
///         var users = ObjectMapping(User())
///         users.addAttributeMapping(from: "id", to: \.userID)
///         users.addAttributeMapping(from: "address.city", to: \.city)
///         users.addRelationshipMapping(from: "friends", to: \.friends, using: { mapping })
///         return users
///     }()
/// }
/// let users = try User.mapping.run(bytes, at: "users").values
/// ```
///
/// A key path through an optional, `\.address!.city`, stops the program where there is no value on
/// the way; map a relationship to the optional instead.
///
/// Source: RestKit's object mappings.
public struct ObjectMapping<Mapped>: PlainMapping {
    /// What issues and matchers call this mapping; the type's name by default.
    public var name: String
    /// Whether an attribute that is absent gets the value of a new object on an update as well.
    public var assignsDefaultValueForMissingAttributes = false
    /// Whether a relationship that is absent becomes empty, as if it were `null`.
    public var assignsNilForMissingRelationships = false
    /// Whether an object stands for a list: each of its members for one representation.
    ///
    /// See ``addAttributeMapping(fromKeyOfRepresentationTo:using:validation:)``.
    public var forcesCollectionMapping = false
    /// The transforms of attributes whose own mapping says ``ValueTransform/default``, by type.
    public var defaultTransforms: [AttributeType: ValueTransform] = [:]
    /// What happens to words that enumerations do not have.
    public var unknownCases = UnknownCasePolicy.report
    /// Whether validations of values and records are asked.
    public var performsValidation = true
    /// Judges each record before it is applied.
    public var recordValidation: ObjectValidation<Mapped>?
    /// Makes a value to map into.
    let make: @Sendable () -> Mapped
    /// Applied in this order, behind the relationships.
    var attributes: [any ObjectProperty<Mapped>] = []
    /// Applied in this order.
    var relationships: [any ObjectProperty<Mapped>] = []

    /// Makes a mapping that begins each new value with a closure.
    ///
    /// - Parameters:
    ///   - name: What issues and matchers call the mapping; the type's name if left out.
    ///   - make: Makes a value with the defaults; for a class, a new instance each time.
    public init(named name: String? = nil, _ make: @escaping @Sendable () -> Mapped) {
        self.name = name ?? String(describing: Mapped.self)
        self.make = make
    }

    /// Makes a mapping that begins each new value as a copy of a prototype.
    ///
    /// An instance of a class is no prototype, for it is not copied: use a closure there.
    ///
    /// - Parameters:
    ///   - prototype: A value with the defaults.
    ///   - name: What issues and matchers call the mapping; the type's name if left out.
    public init(_ prototype: Mapped, named name: String? = nil) where Mapped: Sendable {
        precondition(
            !(type(of: prototype) is any AnyObject.Type),
            "expected a struct or an enum as prototype, found an instance of a class, which all "
                + "records would share: use ObjectMapping { \(Mapped.self)() }")
        self.init(named: name) { prototype }
    }

    /// What the engine does with a representation, and with a value.
    ///
    /// - Returns: The plan, for one run.
    public func makePlan() -> ObjectPlan<Mapped> {
        ObjectPlan(mapper: { RecordPlan(self) }, writer: { RecordWritingPlan(self) })
    }
}
