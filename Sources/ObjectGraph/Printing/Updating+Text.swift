extension UpdateRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The request as text: `Article: rating = rating + 1 WHERE rating > 3`.
    public var description: String {
        "\(entityName): \(TextLines(assignments).joined)\(predicate.clause)"
    }

    /// The request as text.
    public var debugDescription: String { description }

    /// The first new values.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "entityName": entityName, "predicate": predicate.excerpt,
                "assignments": Array(assignments.prefix(20)),
            ])
    }
}

extension DeleteRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The request as text: `Article WHERE rating < 1`.
    public var description: String { entityName + predicate.clause }

    /// The request as text.
    public var debugDescription: String { description }

    /// The entity and the condition.
    public var customMirror: Mirror {
        Mirror(self, children: ["entityName": entityName, "predicate": predicate.excerpt])
    }
}

extension AttributeAssignment: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The assignment as text: `rating = rating + 1`.
    public var description: String { "\(attribute) = \("\(value)".shortened(to: 400))" }

    /// The assignment as text.
    public var debugDescription: String { description }

    /// The attribute and its new value.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: ["attribute": attribute, "value": "\(value)".shortened(to: 400)])
    }
}

extension EntityPredicate {
    /// The condition as text of a limited length.
    fileprivate var excerpt: String { "\(self)".shortened(to: 400) }

    /// The condition after its keyword; empty if it holds for all objects.
    fileprivate var clause: String { self == .true ? "" : " WHERE \(excerpt)" }
}
