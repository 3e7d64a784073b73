public import ObjectGraph

/// Makes the members of a representation what a mapping expects, before anything is read from it.
///
/// It is asked for objects only; a representation that is a text or a number stays as it is. What it
/// leaves alone or moves stays as it is written, however many digits a number has, and issues about it
/// tell where it is in the payload; issues about what it has made tell where the representation is. What it gives for the same members must be the same each time. It has no
/// reverse: ``RepresentationWriter`` writes what the mapping would read.
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
/// Source: Groot's dictionary transformers. They are for records of an ``EntityMapping`` and a
/// ``DynamicMapping``, not for an ``ObjectMapping``.
public struct RepresentationTransform: Sendable, Equatable {
    /// What it does; transforms with one name are taken to be the same.
    public let name: String
    let transform: @Sendable ([String: Value]) throws -> [String: Value]?

    /// Names a closure.
    ///
    /// - Parameters:
    ///   - name: What it does.
    ///   - transform: Gives the members to map instead, `nil` to map those that are there. Numbers
    ///     come as whole numbers of 64 bits, or else as doubles; one beyond both comes as its text.
    ///     An error it throws is an issue, and the representation is left out.
    public init(
        _ name: String,
        _ transform: @escaping @Sendable ([String: Value]) throws -> [String: Value]?
    ) {
        self.name = name
        self.transform = transform
    }

    /// Whether both have the same name.
    ///
    /// - Parameters:
    ///   - left: A transform.
    ///   - right: Another one.
    /// - Returns: Whether the names are equal.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }
}
