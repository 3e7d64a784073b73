/// A Swift type that an attribute can have.
///
/// Conforming types are the standard ones: `Bool`, the integers, `Double`, `Float`, `Decimal`,
/// `String`, `Timestamp`, `Date`, `URL`, `UUID`, `Data`, `[UInt8]`, arrays and dictionaries of
/// them, and `RawRepresentable` enumerations that declare the conformance. An `Optional` of any of
/// them makes the attribute optional.
///
/// ```swift
/// enum Visibility: String, AttributeValue { case everyone, friends }
/// let visibility = Attribute<Visibility?>("visibility")
/// ```
///
/// A custom type decides in ``init(attributeValue:)`` which stored values it accepts. A mapping
/// reports any other value of a payload as an issue, and a save rejects it. If a file contains such
/// a value all the same, because an older version or another program wrote it, reading returns
/// `nil` for an optional attribute, or else the default, or else the ``placeholder``; saving the
/// object then throws.
public protocol AttributeValue: Sendable {
    /// The attribute type in a model.
    static var attributeType: AttributeType { get }
    /// Indicates whether the attribute can be null; `true` for `Optional` only.
    static var isOptionalAttribute: Bool { get }
    /// Reads a stored value; `nil` if it does not fit this type.
    ///
    /// It is called while a store is read, and does not use a store itself.
    init?(attributeValue: Value)
    /// The value to store.
    var attributeValue: Value { get }
    /// Reads a value in its form inside an array or a dictionary; `nil` if it does not fit.
    ///
    /// The default implementation converts the element to the form that ``init(attributeValue:)``
    /// takes; conforming types need no other.
    init?(elementValue: Value)
    /// The value in its form inside an array or a dictionary.
    ///
    /// It is a string if JSON has no such type.
    var elementValue: Value { get }
    /// The result of reading an invalid stored value of an attribute that must have a value.
    ///
    /// By default zero, `false`, an empty string, the first instant of 1970, or the first case of
    /// an enumeration. Only a type that rejects this value needs an explicit placeholder; without
    /// one, its attributes must be optional or have a default.
    static var placeholder: Self? { get }
}

extension AttributeValue {
    /// `false`, except for `Optional`.
    public static var isOptionalAttribute: Bool { false }
}

extension Optional: AttributeValue where Wrapped: AttributeValue {
    /// The type of the wrapped value.
    public static var attributeType: AttributeType { Wrapped.attributeType }
    /// `true`.
    public static var isOptionalAttribute: Bool { true }

    /// Reads ``Value/null`` as `nil`, and any other value as the wrapped type does.
    @inlinable public init?(attributeValue: Value) {
        guard !attributeValue.isNull else {
            self = .none
            return
        }
        guard let wrapped = Wrapped(attributeValue: attributeValue) else { return nil }
        self = .some(wrapped)
    }

    /// ``Value/null`` for `nil`.
    public var attributeValue: Value { self?.attributeValue ?? .null }

    /// Reads ``Value/null`` as `nil`, and any other value as the wrapped type does.
    public init?(elementValue: Value) {
        guard !elementValue.isNull else {
            self = .none
            return
        }
        guard let wrapped = Wrapped(elementValue: elementValue) else { return nil }
        self = .some(wrapped)
    }

    /// ``Value/null`` for `nil`.
    public var elementValue: Value { self?.elementValue ?? .null }

    /// `nil`, a valid value of every optional attribute.
    public static var placeholder: Self? { .some(.none) }
}

extension Bool: AttributeValue {
    /// ``AttributeType/boolean``.
    public static var attributeType: AttributeType { .boolean }
    /// Reads a Boolean value.
    @inlinable public init?(attributeValue: Value) {
        guard case .boolean(let flag) = attributeValue else { return nil }
        self = flag
    }
    /// The Boolean value.
    public var attributeValue: Value { .boolean(self) }
}

extension String: AttributeValue {
    /// ``AttributeType/string``.
    public static var attributeType: AttributeType { .string }
    /// Reads a string.
    @inlinable public init?(attributeValue: Value) {
        guard case .string(let text) = attributeValue else { return nil }
        self = text
    }
    /// The string.
    public var attributeValue: Value { .string(self) }
}

extension Double: AttributeValue {
    /// ``AttributeType/double``.
    public static var attributeType: AttributeType { .double }
    /// Reads a floating-point number.
    @inlinable public init?(attributeValue: Value) {
        guard case .double(let number) = attributeValue else { return nil }
        self = number
    }
    /// A floating-point number; a NaN has no stored form and becomes ``Value/null``.
    ///
    /// A save refuses it where it was set.
    public var attributeValue: Value { isNaN ? .null : .double(self) }
    /// A floating-point number; a save refuses a NaN in an array or a dictionary.
    public var elementValue: Value { .double(self + 0) }
}

extension Float: AttributeValue {
    /// ``AttributeType/float``.
    public static var attributeType: AttributeType { .float }
    /// Reads a floating-point number.
    @inlinable public init?(attributeValue: Value) {
        guard case .double(let number) = attributeValue else { return nil }
        self = Float(number)
    }
    /// A floating-point number; a NaN has no stored form and becomes ``Value/null``.
    ///
    /// A save refuses it where it was set.
    public var attributeValue: Value { Double(self).attributeValue }
    /// A floating-point number; a save refuses a NaN in an array or a dictionary.
    public var elementValue: Value { Double(self).elementValue }
}

extension Timestamp: AttributeValue {
    /// ``AttributeType/date``.
    public static var attributeType: AttributeType { .date }
    /// Reads an instant.
    @inlinable public init?(attributeValue: Value) {
        guard case .date(let instant) = attributeValue else { return nil }
        self = instant
    }
    /// The instant.
    public var attributeValue: Value { .date(self) }
}

extension Array: AttributeValue where Element: AttributeValue {
    /// ``AttributeType/data`` for bytes, ``AttributeType/array`` for any other element.
    public static var attributeType: AttributeType {
        Element.self == UInt8.self ? .data : .array
    }
    /// Reads bytes, or an array with fitting elements.
    public init?(attributeValue: Value) {
        switch attributeValue {
        case .array(let values):
            var elements: [Element] = []
            elements.reserveCapacity(values.count)
            for value in values {
                guard let element = Element(elementValue: value) else { return nil }
                elements.append(element)
            }
            self = elements
        case .data(let bytes):
            guard let elements = bytes as? [Element] else { return nil }
            self = elements
        default: return nil
        }
    }
    /// The array, or the bytes.
    public var attributeValue: Value {
        // An empty array of any element type would cast to `[UInt8]`.
        if Element.self == UInt8.self, let bytes = self as? [UInt8] { return .data(bytes) }
        return .array(map(\.elementValue))
    }
}

extension Dictionary: AttributeValue where Key == String, Value: AttributeValue {
    /// ``AttributeType/dictionary``.
    public static var attributeType: AttributeType { .dictionary }
    /// Reads a dictionary with fitting values.
    public init?(attributeValue: ObjectGraph.Value) {
        guard case .dictionary(let members) = attributeValue else { return nil }
        self.init(minimumCapacity: members.count)
        for (name, member) in members {
            guard let value = Value(elementValue: member) else { return nil }
            self[name] = value
        }
    }
    /// The dictionary.
    public var attributeValue: ObjectGraph.Value { .dictionary(mapValues(\.elementValue)) }
}

extension RawRepresentable where Self: AttributeValue, RawValue: AttributeValue {
    /// The type of the raw value.
    public static var attributeType: AttributeType { RawValue.attributeType }
    /// Reads a raw value that belongs to a case.
    @inlinable public init?(attributeValue: Value) {
        guard let raw = RawValue(attributeValue: attributeValue) else { return nil }
        self.init(rawValue: raw)
    }
    /// The raw value.
    public var attributeValue: Value { rawValue.attributeValue }
}

extension Value {
    /// Creates the stored form of a value of any attribute type; `nil` becomes ``null``.
    ///
    /// Literals need no conversion; this initializer is for variables:
    ///
    /// ```swift
    /// operation.metadata = ["HTTP": ["status": Value(status), "url": Value(url)]]
    /// ```
    ///
    /// - Parameter value: A number, a string, a date, a URL, an array of these …
    public init(_ value: some AttributeValue) { self = value.attributeValue }

    /// Creates a copy of a value, for variables that already are of this type.
    public init(_ value: Value) { self = value }

    /// Creates a copy of a value; `nil` becomes ``null``.
    public init(_ value: Value?) { self = value ?? .null }
}
