/// Constants and operators.
extension PredicateResolver {
    /// Resolves arithmetic on attributes and constants.
    ///
    /// - Parameters:
    ///   - content: An attribute, a constant or an operation.
    ///   - expected: The type that constants take if they are not combined with an attribute.
    /// - Returns: The expression, in which operations on constants alone are replaced by their
    ///   results.
    /// - Throws: ``StoreError`` with code `invalidRequest` for operands of different kinds, and
    ///   `overflow` for constants whose result is beyond the range of the type.
    func arithmetic(
        _ content: ValueExpression.Content, as expected: AttributeType? = nil
    ) throws(StoreError) -> ResolvedExpression {
        let (depth, type) = try survey(content)
        guard depth <= PredicateResolver.operatorLimit else {
            throw problem(
                PropertyPath(components: []),
                "operators are nested deeper than \(PredicateResolver.operatorLimit) levels")
        }
        guard let type = type ?? expected?.wide ?? content.constantType else {
            throw problem(content, "the type of a null is unknown here")
        }
        return try resolve(content, as: type)
    }

    /// The greatest nesting of operators, which SQLite limits, too.
    private static let operatorLimit = 50

    /// Returns the levels of operators, and the type of the attributes; `nil` without any.
    private func survey(
        _ content: ValueExpression.Content, level: Int = 0
    ) throws(StoreError) -> (depth: Int, type: AttributeType?) {
        switch content {
        case .attribute(let path): return (0, try attribute(path).type?.wide)
        case .literal: return (0, nil)
        case .aggregate: throw problem(content, "operators apply to attributes and constants only")
        case .operation(_, let left, let right):
            // Deeper expressions are rejected, so they are not searched.
            guard level <= PredicateResolver.operatorLimit else { return (level, nil) }
            let first = try survey(left, level: level + 1)
            let second = try survey(right, level: level + 1)
            return (1 + max(first.depth, second.depth), first.type ?? second.type)
        }
    }

    private func resolve(
        _ content: ValueExpression.Content, as type: AttributeType
    ) throws(StoreError) -> ResolvedExpression {
        switch content {
        case .attribute(let path):
            let attribute = try attribute(path)
            guard let found = attribute.type, found.wide == type else {
                throw problem(
                    content, "expected \(type.word), found \(attribute.type?.word ?? "none")")
            }
            return .attribute(attribute)
        case .literal(let value):
            guard let fitting = type.normalized(value) else {
                throw problem(content, "expected \(type.word), found \(value)")
            }
            return .literal(fitting, type)
        case .aggregate: throw problem(content, "operators apply to attributes and constants only")
        case .operation(let operation, let left, let right):
            return try resolve(operation, content, left, right, type)
        }
    }

    private func resolve(
        _ operation: ValueOperator, _ content: ValueExpression.Content,
        _ left: ValueExpression.Content, _ right: ValueExpression.Content, _ type: AttributeType
    ) throws(StoreError) -> ResolvedExpression {
        let actual = operation == .sum && type == .string ? .concatenation : operation
        guard actual == .coalesced || actual.applies(to: type) else {
            throw problem(content, "'\(actual.sign)' does not apply to values of type \(type.word)")
        }
        let (first, second) = (try resolve(left, as: type), try resolve(right, as: type))
        guard case .literal(let before, _) = first, case .literal(let after, _) = second else {
            return .operation(actual, first, second, type)
        }
        do {
            return .literal(try actual.result(before, after), type)
        } catch {
            throw StoreError(
                .overflow,
                "\(model.entities[entity].name).\(content.text): the result is beyond "
                    + "the range of a \(type.word)")
        }
    }

    /// Throws if an expression is arithmetic, where only attributes and aggregates are compared.
    func requireNoArithmetic(_ expression: ValueExpression) throws(StoreError) {
        switch expression.content {
        case .attribute, .aggregate: return
        case .literal, .operation:
            throw problem(
                expression.content,
                "operators are for the new values of an update and the columns of a selection of "
                    + "objects; a condition, an order and a group compare attributes and aggregates"
            )
        }
    }

    /// Creates an error for an expression.
    func problem(_ content: ValueExpression.Content, _ message: String) -> StoreError {
        problem(PropertyPath(components: [content.text.shortened(to: 200)]), message)
    }
}

extension ValueOperator {
    /// Tests whether values of a type have this operator.
    fileprivate func applies(to type: AttributeType) -> Bool {
        switch self {
        case .sum, .difference: [.integer64, .double, .decimal].contains(type)
        case .concatenation: type == .string
        case .coalesced: true
        }
    }
}

extension AttributeType {
    /// The type of results: the widest type with values of this kind.
    package var wide: AttributeType {
        switch self {
        case .integer16, .integer32, .integer64: .integer64
        case .float, .double: .double
        default: self
        }
    }
}

extension ValueExpression.Content {
    /// The type of the first constant that is not null.
    fileprivate var constantType: AttributeType? {
        switch self {
        case .literal(let value): value.ownType
        case .operation(_, let left, let right): left.constantType ?? right.constantType
        case .attribute, .aggregate: nil
        }
    }
}

extension Value {
    /// The widest type of attributes that have the value; `nil` for null.
    fileprivate var ownType: AttributeType? {
        switch self {
        case .null: nil
        case .boolean: .boolean
        case .integer: .integer64
        case .double: .double
        case .decimal: .decimal
        case .string: .string
        case .date: .date
        case .data: .data
        case .uuid: .uuid
        case .array: .array
        case .dictionary: .dictionary
        }
    }
}
