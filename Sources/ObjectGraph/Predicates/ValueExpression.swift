/// A value of an object or of a group of objects: an attribute, or an aggregate.
///
/// ```swift
/// "author.name"                                  // an attribute, through to-one relationships
/// .count("comments")                             // the number of an object's comments
/// .sum("comments.likes")                         // the sum of their likes
/// .count, .average("rating")                     // of the objects of a group
/// .maximum("rating").named("best")
/// ```
///
/// An aggregate whose path crosses a to-many relationship is a value of one object, over the
/// objects at the other end. Without such a relationship, it is a value of a group of objects, see
/// ``SelectRequest``. Null values are ignored, as in SQL.
///
/// Comparison operators return conditions: `.count("comments") >= 10`. Arithmetic on attributes is
/// the new value of an ``UpdateRequest``, or a column of a selection of objects:
/// `"price" - "discount"`.
public struct ValueExpression: Sendable, Hashable, Codable {
    package let content: Content
    private let label: String?

    /// The kinds of values.
    package indirect enum Content: Sendable, Hashable, Codable {
        case attribute(PropertyPath)
        /// An aggregate; without a path, the number of objects.
        case aggregate(AggregateFunction, PropertyPath?)
        case literal(Value)
        case operation(ValueOperator, Content, Content)
    }

    package init(_ content: Content, label: String? = nil) {
        self.content = content
        self.label = label
    }

    /// The name of the value in a result: the given one, or else its text, such as `max(rating)`.
    ///
    /// For the number of objects it is `count`.
    public var name: String { label ?? textName }

    /// Indicates whether the value was given a name.
    var isNamed: Bool { name != textName }

    private var textName: String {
        if case .aggregate(.count, nil) = content { "count" } else { content.text }
    }

    /// Returns the same value with another name in results.
    public func named(_ name: String) -> ValueExpression { ValueExpression(content, label: name) }

    /// The same value without a name.
    var unnamed: ValueExpression { ValueExpression(content) }
}

extension ValueExpression: ExpressibleByStringLiteral {
    /// Creates the value of an attribute; the path may lead through to-one relationships.
    public init(_ path: String) { self.init(.attribute(PropertyPath(path))) }

    /// Creates the value of an attribute from its path.
    public init(stringLiteral path: String) { self.init(path) }

    /// The number of objects in the group.
    public static var count: ValueExpression { ValueExpression(.aggregate(.count, nil)) }

    /// Returns the number of related objects, or of attribute values that are not null.
    ///
    /// - Parameter path: A path that ends with a to-many relationship or with an attribute.
    /// - Returns: An aggregate of an object or of a group.
    public static func count(_ path: String) -> ValueExpression { aggregate(.count, path) }

    /// Returns the number of distinct attribute values that are not null.
    public static func countDistinct(_ path: String) -> ValueExpression {
        aggregate(.countDistinct, path)
    }

    /// Returns the sum of numbers; null if there are none.
    ///
    /// Sums of whole and of decimal numbers are exact; a sum beyond the range of its type is an
    /// error with code `overflow`. A sum of floating-point numbers depends on their order in its
    /// last digits.
    public static func sum(_ path: String) -> ValueExpression { aggregate(.sum, path) }

    /// Returns the mean of numbers as a `Double`; null if there are none.
    public static func average(_ path: String) -> ValueExpression { aggregate(.average, path) }

    /// Returns the least number, instant or text; null if there are none.
    public static func minimum(_ path: String) -> ValueExpression { aggregate(.minimum, path) }

    /// Returns the greatest number, instant or text; null if there are none.
    public static func maximum(_ path: String) -> ValueExpression { aggregate(.maximum, path) }

    /// Returns an aggregate of the values at the end of a path.
    public static func aggregate(_ function: AggregateFunction, _ path: String) -> ValueExpression {
        ValueExpression(.aggregate(function, PropertyPath(path)))
    }
}

extension ValueExpression {
    /// Returns a predicate that holds if the value equals another value; with `nil`, if it is null.
    public static func == (left: ValueExpression, right: some AttributeValue) -> EntityPredicate {
        left.compared(.equal, to: right)
    }
    /// Returns a predicate that holds if the value differs from another value, or is null.
    public static func != (left: ValueExpression, right: some AttributeValue) -> EntityPredicate {
        left.compared(.notEqual, to: right)
    }
    /// Returns a predicate that holds if the value is less than another value.
    public static func < (left: ValueExpression, right: some AttributeValue) -> EntityPredicate {
        left.compared(.less, to: right)
    }
    /// Returns a predicate that holds if the value is at most another value.
    public static func <= (left: ValueExpression, right: some AttributeValue) -> EntityPredicate {
        left.compared(.lessOrEqual, to: right)
    }
    /// Returns a predicate that holds if the value is greater than another value.
    public static func > (left: ValueExpression, right: some AttributeValue) -> EntityPredicate {
        left.compared(.greater, to: right)
    }
    /// Returns a predicate that holds if the value is at least another value.
    public static func >= (left: ValueExpression, right: some AttributeValue) -> EntityPredicate {
        left.compared(.greaterOrEqual, to: right)
    }

    /// Returns the comparison with a value, which may be outside the range of every store.
    private func compared(
        _ comparison: EntityPredicate.Comparison, to value: some AttributeValue
    ) -> EntityPredicate {
        if case .attribute(let path) = content { return path.compared(comparison, to: value) }
        guard let outlier = value.outlier else { return compared(comparison, value.attributeValue) }
        switch (comparison, outlier) {
        case (.notEqual, _): return .true
        case (.less, .above), (.lessOrEqual, .above), (.greater, .below), (.greaterOrEqual, .below):
            return compared(.notEqual, .null)
        default: return .false
        }
    }

    /// Returns the comparison with a value.
    package func compared(
        _ comparison: EntityPredicate.Comparison, _ value: Value
    ) -> EntityPredicate {
        switch content {
        case .attribute(let path): path.compared(comparison, value)
        case .aggregate, .literal, .operation:
            EntityPredicate(.expression(unnamed, comparison, value))
        }
    }
}

extension ValueExpression: CustomStringConvertible {
    /// The value as text: `max(rating)`, `rating + 1`.
    ///
    /// Predicates and requests accept the text of attributes and aggregates.
    public var description: String { content.text }
}

extension ValueExpression.Content {
    /// The value as text that predicates and requests accept.
    package var text: String {
        var writer = PredicateWriter()
        writer.write(self)
        return writer.text
    }

    /// The path; `nil` for the number of objects, and for values without exactly one.
    package var path: PropertyPath? {
        switch self {
        case .attribute(let path): path
        case .aggregate(_, let path): path
        case .literal, .operation: nil
        }
    }
}

extension ValueExpression {
    /// Returns the same value at the end of another path; arithmetic is not changed.
    package func replacingPath(with path: PropertyPath) -> ValueExpression {
        switch content {
        case .attribute: ValueExpression(.attribute(path), label: label)
        case .aggregate(let function, _):
            ValueExpression(.aggregate(function, path), label: label)
        case .literal, .operation: self
        }
    }
}
