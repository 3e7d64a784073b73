public import HTTPValues

/// The methods of a route or a descriptor: some, or any.
///
/// ```swift
/// let methods: MethodSet = [.get, .patch]
/// ```
///
/// A single method precedes a set, which precedes ``any``. (Source: RestKit, rule 212.)
public struct MethodSet: Sendable, Hashable, ExpressibleByArrayLiteral, CustomStringConvertible {
    /// The methods; `nil` for any.
    public let methods: Set<ResourceRequest.Method>?

    /// Any method.
    public static let any = MethodSet(methods: nil)

    private init(methods: Set<ResourceRequest.Method>?) { self.methods = methods }

    /// Creates a set of methods; the plan reports an empty one.
    public init(arrayLiteral methods: ResourceRequest.Method...) {
        self.methods = Set(methods)
    }

    /// Tests whether a method is in the set.
    public func contains(_ method: ResourceRequest.Method) -> Bool {
        methods?.contains(method) ?? true
    }

    /// The precedence; greater is better.
    var rank: Int { methods.map { $0.count == 1 ? 2 : 1 } ?? 0 }

    func overlaps(_ other: MethodSet) -> Bool {
        guard let methods, let others = other.methods else { return true }
        return !methods.isDisjoint(with: others)
    }

    /// The methods in alphabetical order, such as `GET, PATCH`; or `any method`.
    public var description: String {
        methods?.map(\.rawValue).sorted().joined(separator: ", ") ?? "any method"
    }
}
