/// A type whose values can replace `%@`, `%K`, `%d` or a variable in the text of a predicate.
///
/// All standard attribute types conform, as do ``Value``, ``ManagedObjectID``, ``PropertyPath``,
/// and arrays and optionals of them. For an enumeration that is an ``AttributeValue``, declaring
/// the conformance is sufficient:
///
/// ```swift
/// enum Visibility: String, AttributeValue, PredicateArgument { case everyone, friends }
/// let mine = try EntityPredicate(format: "visibility == %@", Visibility.friends)
/// ```
public protocol PredicateArgument: Sendable {
    /// The operand that replaces the placeholder.
    var predicateOperand: PredicateOperand { get }
}

/// The replacement for a placeholder in the text of a predicate: a value, objects, or a path.
public struct PredicateOperand: Sendable, Hashable {
    let content: Content

    enum Content: Sendable, Hashable {
        case value(Value)
        /// A value that no store can keep.
        case outlier(Outlier)
        case object(ManagedObjectID)
        case objects([ManagedObjectID])
        case path(PropertyPath)
        /// A list of elements of different kinds.
        case mixture
    }

    init(_ content: Content) {
        self.content = content
    }

    /// Creates the operand of a typed value.
    public init(_ value: some AttributeValue) {
        content = value.outlier.map(Content.outlier) ?? .value(value.attributeValue)
    }

    /// Creates the operand of an untyped value.
    public init(_ value: Value) {
        content = .value(value)
    }

    /// Creates the operand of a list of values or of objects.
    init(list: [PredicateOperand]) {
        var values: [Value] = []
        var objects: [ManagedObjectID] = []
        for element in list {
            switch element.content {
            case .value(let value): values.append(value)
            case .object(let object): objects.append(object)
            case .objects, .path, .mixture, .outlier: break
            }
        }
        if values.count == list.count {
            content = .value(.array(values))
        } else {
            content = objects.count == list.count ? .objects(objects) : .mixture
        }
    }
}

extension PredicateArgument where Self: AttributeValue {
    /// The value.
    public var predicateOperand: PredicateOperand { PredicateOperand(self) }
}

extension String: PredicateArgument {}
extension Bool: PredicateArgument {}
extension Double: PredicateArgument {}
extension Float: PredicateArgument {}
extension Int: PredicateArgument {}
extension Int64: PredicateArgument {}
extension Int32: PredicateArgument {}
extension Int16: PredicateArgument {}
extension UInt32: PredicateArgument {}
extension UInt16: PredicateArgument {}
extension UInt8: PredicateArgument {}
extension Timestamp: PredicateArgument {}

extension Value: PredicateArgument {
    /// The value itself.
    public var predicateOperand: PredicateOperand { PredicateOperand(self) }
}

extension ManagedObjectID: PredicateArgument {
    /// The identifier as an operand.
    public var predicateOperand: PredicateOperand { PredicateOperand(.object(self)) }
}

extension PropertyPath: PredicateArgument {
    /// The path, for `%K`.
    public var predicateOperand: PredicateOperand { PredicateOperand(.path(self)) }
}

extension Optional: PredicateArgument where Wrapped: PredicateArgument {
    /// The operand of the wrapped value; for `nil`, ``Value/null``.
    public var predicateOperand: PredicateOperand {
        self?.predicateOperand ?? PredicateOperand(.value(.null))
    }
}

extension Array: PredicateArgument where Element: PredicateArgument {
    /// A list of values or of objects; for `[UInt8]`, a value of bytes.
    public var predicateOperand: PredicateOperand {
        // An empty array of any element type would cast to one of bytes, or of identifiers.
        if Element.self == UInt8.self, let bytes = self as? [UInt8] {
            return PredicateOperand(.value(.data(bytes)))
        }
        if Element.self == ManagedObjectID.self, let objects = self as? [ManagedObjectID] {
            return PredicateOperand(.objects(objects))
        }
        return PredicateOperand(list: map(\.predicateOperand))
    }
}
