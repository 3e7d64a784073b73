/// What a Swift type says of its values beyond their ``AttributeType``: what it refuses, and what
/// lies in its arrays and dictionaries.
///
/// It is made once for each attribute of a schema struct, so that mappings and saves can check what
/// they write, and reading has nothing to refuse.
package struct ValueShape: Sendable {
    /// The name of the Swift type, without `Optional`.
    package let typeName: String
    package let type: AttributeType
    package let isOptional: Bool
    /// Whether what is refused is a case that the type does not have, or not yet.
    package let isEnumeration: Bool
    package let content: Content

    /// What there is to check.
    package enum Content: Sendable {
        /// Nothing: every value of the attribute type is one of the Swift type.
        case everything
        /// Whether the Swift type takes a value of the attribute type.
        case some(@Sendable (Value) -> Bool)
        /// The elements of an array.
        indirect case list(of: ValueShape)
        /// The members of a dictionary.
        indirect case members(of: ValueShape)
        /// JSON of any kind.
        case json
    }

    /// The shape of a Swift type.
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

    /// The types that take every value of their attribute type.
    private static let complete: Set<ObjectIdentifier> = Set(
        ([
            Bool.self, Int.self, Int64.self, Int32.self, Int16.self, Double.self, Float.self,
            String.self, Timestamp.self, [UInt8].self,
        ] as [any AttributeValue.Type]).map { ObjectIdentifier($0) }
            + foundationTypes.map { ObjectIdentifier($0) })

    /// Whether whole numbers of 64 bits are all that may be in the array, so that a list of them
    /// needs no look at its elements.
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

/// Optional types, as ``ValueShape`` looks into them.
protocol OptionalAttribute {
    static var wrappedType: any AttributeValue.Type { get }
}

extension Optional: OptionalAttribute where Wrapped: AttributeValue {
    static var wrappedType: any AttributeValue.Type { Wrapped.self }
}

/// Arrays, as ``ValueShape`` looks into them.
protocol ListAttribute {
    static var elementType: any AttributeValue.Type { get }
}

extension Array: ListAttribute where Element: AttributeValue {
    static var elementType: any AttributeValue.Type { Element.self }
}

/// Dictionaries, as ``ValueShape`` looks into them.
protocol MembersAttribute {
    static var memberType: any AttributeValue.Type { get }
}

extension Dictionary: MembersAttribute where Key == String, Value: AttributeValue {
    static var memberType: any AttributeValue.Type { Value.self }
}
