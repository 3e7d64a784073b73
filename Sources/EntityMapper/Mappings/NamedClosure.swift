/// A closure with a name, by which mappings that contain it can be compared.
public protocol NamedClosure: Sendable, Equatable {
    /// A name that identifies the closure among those of its type.
    var name: String { get }
}

extension NamedClosure {
    /// Tests whether two closures have the same name.
    ///
    /// - Parameters:
    ///   - left: A named closure.
    ///   - right: Another one.
    /// - Returns: `true` if the names are equal.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }
}
