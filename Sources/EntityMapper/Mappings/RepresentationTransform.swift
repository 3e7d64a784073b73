public import ObjectGraph

/// A closure that changes the members of a representation before a mapping reads it.
///
/// It is called for objects only; a representation that is a string or a number is not transformed.
/// Members that the closure does not change or only moves keep their original spelling, including
/// all digits of numbers, and issues about them report their location in the payload. Issues about
/// new values report the location of the representation. The closure must return the same result
/// for the same members. It has no inverse: ``RepresentationWriter`` writes the form that the
/// mapping reads after the transform.
///
/// ```swift
/// characters.representationTransform = RepresentationTransform("legacy identifiers") { members in
///     guard let old = members["legacy_id"] else { return nil }
///     var members = members
///     members["id"] = old
///     return members
/// }
/// ```
///
/// Source: Groot's dictionary transformers. Transforms apply to records of an ``EntityMapping`` or
/// a ``DynamicMapping``, not of an ``ObjectMapping``.
public struct RepresentationTransform: NamedClosure {
    /// The name of the transform; transforms with equal names are considered equal.
    public let name: String
    package let transform: @Sendable ([String: Value]) throws -> [String: Value]?

    /// Creates a transform from a closure.
    ///
    /// - Parameters:
    ///   - name: A name that identifies the transform.
    ///   - transform: Returns the members to map, or `nil` to keep them unchanged. Numbers are
    ///     passed as 64-bit integers if they are integers in that range, else as doubles; a number
    ///     out of range of both is passed as a string. If the closure throws an error, the
    ///     representation is skipped with an issue.
    public init(
        _ name: String,
        _ transform: @escaping @Sendable ([String: Value]) throws -> [String: Value]?
    ) {
        self.name = name
        self.transform = transform
    }
}
