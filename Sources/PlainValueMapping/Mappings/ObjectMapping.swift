public import EntityMapper
public import ObjectGraph

/// The mapping of representations to plain Swift values: structs or class instances.
///
/// There is no model, store or identity: every representation creates a value, or updates the value
/// passed by the caller. Values, paths, transforms, issues and failure policies are the same as for
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
/// A key path that force-unwraps an optional, such as `\.address!.city`, traps if the optional is
/// `nil`; map a relationship to the optional instead.
///
/// Source: RestKit's object mappings.
public struct ObjectMapping<Mapped>: PlainMapping {
    /// The name of the mapping in issues and matchers; by default the name of the type.
    public var name: String
    /// Indicates whether an absent attribute is set to the value of a new object on updates too.
    public var assignsDefaultValueForMissingAttributes = false
    /// Indicates whether an absent relationship is cleared, as if it were `null`.
    public var assignsNilForMissingRelationships = false
    /// Indicates whether an object is treated as a collection.
    ///
    /// There is then one representation for each member.
    ///
    /// See `addAttributeMapping(fromKeyOfRepresentationTo:)`.
    public var forcesCollectionMapping = false
    /// The default transforms of attributes, by attribute type.
    ///
    /// They apply to attributes whose mapping has the transform ``ValueTransform/default``.
    public var defaultTransforms: [AttributeType: ValueTransform] = [:]
    /// The policy for raw values that are no case of an enumeration.
    public var unknownCases = UnknownCasePolicy.report
    /// Indicates whether validations of values and records are run.
    public var performsValidation = true
    /// A validation of each record, run before the record is applied.
    public var recordValidation: ObjectValidation<Mapped>?
    /// Creates a value for a new record.
    let make: @Sendable () -> Mapped
    /// The attributes, applied in this order after the relationships.
    var attributes: [any ObjectProperty<Mapped>] = []
    /// The relationships, applied in this order.
    var relationships: [any ObjectProperty<Mapped>] = []

    /// Creates a mapping that obtains each new value from a closure.
    ///
    /// - Parameters:
    ///   - name: The name of the mapping in issues and matchers; by default the name of the type.
    ///   - make: Returns a value with the defaults; for a class, a new instance each time.
    public init(named name: String? = nil, _ make: @escaping @Sendable () -> Mapped) {
        self.name = name ?? String(describing: Mapped.self)
        self.make = make
    }

    /// Creates a mapping that obtains each new value by copying a prototype.
    ///
    /// A class instance cannot be a prototype, because it would not be copied; use a closure
    /// instead.
    ///
    /// - Parameters:
    ///   - prototype: A value with the defaults.
    ///   - name: The name of the mapping in issues and matchers; by default the name of the type.
    public init(_ prototype: Mapped, named name: String? = nil) where Mapped: Sendable {
        precondition(
            !(type(of: prototype) is any AnyObject.Type),
            "expected a struct or an enum as prototype, found an instance of a class, which all "
                + "records would share: use ObjectMapping { \(Mapped.self)() }")
        self.init(named: name) { prototype }
    }
}

extension ObjectMapping {
    var form: RecordForm { RecordForm(name, isCollection: forcesCollectionMapping) }

    /// Returns the common policy for unknown cases if it is valid for an attribute.
    func commonPolicy(_ isValid: (UnknownCasePolicy) -> Bool) -> UnknownCasePolicy {
        isValid(unknownCases) ? unknownCases : .report
    }
}
