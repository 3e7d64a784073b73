extension ManagedObject: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// How many attributes are shown.
    private static let shownCount = 20

    /// The identity and the attributes: `Article/42 (title: "Hello")`.
    ///
    /// Twenty attributes are shown, and of each a beginning.
    public var description: String {
        guard exists else { return "\(entity.name)/\(number) (deleted)" }
        let values = shownAttributes.map { "\($0.name): \(self[$0.name].briefText)" }
        let rest = entity.attributes.count - values.count
        let more = rest > 0 ? ["… \(rest) more"] : []
        return "\(entity.name)/\(number) (" + (values + more).joined(separator: ", ") + ")"
    }

    /// The identity and the attributes.
    public var debugDescription: String { description }

    /// The identifier and the first attributes: what lies behind them is the context's.
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
    /// The identity and the attributes, also for `print`: `Article/42 (title: "Hello")`.
    public var debugDescription: String { managedObject.description }
    /// The identifier and the first attributes.
    public var customMirror: Mirror { managedObject.customMirror }
}

extension Value {
    /// The value in at most some eighty characters.
    fileprivate var briefText: String {
        switch self {
        case .string(let text): "\"\(text.shortened())\""
        case .array, .dictionary: description.shortened()
        default: description
        }
    }
}
