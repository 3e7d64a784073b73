/// The restrictions of a Swift type on its values, beyond their ``AttributeType``.
///
/// They include restrictions on the elements of arrays and dictionaries.
///
/// A shape is created once for each attribute of a schema struct. Mappings and saves check values
/// against it before they write them, so that typed reads succeed.
package struct ValueShape: Sendable {
    /// The name of the Swift type, without `Optional`.
    package let typeName: String
    package let type: AttributeType
    package let isOptional: Bool
    /// Indicates whether a rejected value is a raw value without a case in this type version.
    package let isEnumeration: Bool
    package let content: Content

    /// The kinds of restriction.
    package enum Content: Sendable {
        /// None: the Swift type accepts every value of the attribute type.
        case everything
        /// A test whether the Swift type accepts a value of the attribute type.
        case some(@Sendable (Value) -> Bool)
        /// An array with elements of a given shape.
        indirect case list(of: ValueShape)
        /// A dictionary with values of a given shape.
        indirect case members(of: ValueShape)
        /// JSON of any type.
        case json
    }

    /// Creates the shape of a Swift type.
    package init(of type: any AttributeValue.Type) {
        var wrapped = type
        while let optional = wrapped as? any OptionalAttribute.Type {
            wrapped = optional.wrappedType
        }
        isOptional = type.isOptionalAttribute
        self.type = wrapped.attributeType
        typeName = "\(wrapped)"
        isEnumeration = wrapped is any RawRepresentable.Type
        content = ValueShape.content(of: wrapped)
    }

    private static func content(of type: any AttributeValue.Type) -> Content {
        if complete.contains(ObjectIdentifier(type)) { return .everything }
        if type == Value.self { return .json }
        if let list = type as? any ListAttribute.Type {
            return .list(of: ValueShape(of: list.elementType))
        }
        if let members = type as? any MembersAttribute.Type {
            return .members(of: ValueShape(of: members.memberType))
        }
        return .some(check(of: type))
    }

    private static func check<Content: AttributeValue>(
        of type: Content.Type
    ) -> @Sendable (Value) -> Bool {
        { Content(attributeValue: $0) != nil }
    }

    /// The types that accept every value of their attribute type.
    private static let complete: Set<ObjectIdentifier> = Set(
        ([
            Bool.self, Int.self, Int64.self, Int32.self, Int16.self, Double.self, Float.self,
            String.self, Timestamp.self, [UInt8].self,
        ] as [any AttributeValue.Type]).map { ObjectIdentifier($0) }
            + foundationTypes.map { ObjectIdentifier($0) })

    /// Indicates whether the array accepts every 64-bit integer.
    ///
    /// The elements of a list of integers then need no check.
    package var takesAllIntegers: Bool {
        switch content {
        case .everything: true
        case .list(let element):
            switch element.content {
            case .everything: element.type == .integer64
            case .json: true
            case .some, .list, .members: false
            }
        case .some, .members, .json: false
        }
    }
}

/// An optional type, whose wrapped type ``ValueShape`` examines.
protocol OptionalAttribute {
    static var wrappedType: any AttributeValue.Type { get }
}

extension Optional: OptionalAttribute where Wrapped: AttributeValue {
    static var wrappedType: any AttributeValue.Type { Wrapped.self }
}

/// An array type, whose element type ``ValueShape`` examines.
protocol ListAttribute {
    static var elementType: any AttributeValue.Type { get }
}

extension Array: ListAttribute where Element: AttributeValue {
    static var elementType: any AttributeValue.Type { Element.self }
}

/// A dictionary type, whose value type ``ValueShape`` examines.
protocol MembersAttribute {
    static var memberType: any AttributeValue.Type { get }
}

extension Dictionary: MembersAttribute where Key == String, Value: AttributeValue {
    static var memberType: any AttributeValue.Type { Value.self }
}
