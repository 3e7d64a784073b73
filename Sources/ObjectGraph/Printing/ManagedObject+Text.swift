extension ManagedObject: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The greatest number of attributes that are shown.
    private static let shownCount = 20

    /// The identifier and the attributes: `Article/42 (title: "Hello")`.
    ///
    /// At most twenty attributes are shown, and long values are truncated.
    public var description: String {
        guard exists else { return "\(entity.name)/\(number) (deleted)" }
        let values = shownAttributes.map { "\($0.name): \(self[$0.name].briefText)" }
        let rest = entity.attributes.count - values.count
        let more = rest > 0 ? ["… \(rest) more"] : []
        return "\(entity.name)/\(number) (" + (values + more).joined(separator: ", ") + ")"
    }

    /// The identifier and the attributes.
    public var debugDescription: String { description }

    /// The identifier and the first attributes, without the context.
    public var customMirror: Mirror {
        var children: [Mirror.Child] = [("objectID", objectID)]
        if exists { children += shownAttributes.map { ($0.name, self[$0.name]) } }
        return Mirror(self, children: children, displayStyle: .struct)
    }

    private var shownAttributes: ArraySlice<AttributeDescription> {
        entity.attributes.prefix(Self.shownCount)
    }
}

// There is no `description`: it would hide an attribute of that name, which many entities have.
extension Object: CustomDebugStringConvertible, CustomReflectable {
    /// The identifier and the attributes, also printed by `print`: `Article/42 (title: "Hello")`.
    public var debugDescription: String { managedObject.description }
    /// The identifier and the first attributes.
    public var customMirror: Mirror { managedObject.customMirror }
}

extension Value {
    /// The value in about eighty characters at most.
    fileprivate var briefText: String {
        switch self {
        case .string(let text): "\"\(text.shortened())\""
        case .array, .dictionary: description.shortened()
        default: description
        }
    }
}
