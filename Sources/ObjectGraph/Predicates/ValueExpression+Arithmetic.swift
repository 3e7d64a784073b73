/// Arithmetic on the attributes of an object.
///
/// ```swift
/// "rating" + 1                                   // a number
/// .value("by ") + "author.name"                  // a text; a literal names an attribute
/// .coalesced("views", 0) + "likes"               // 0 if there is no value
/// ```
///
/// Both operands have values of one kind: whole numbers, floating-point numbers, decimal numbers or
/// texts. The result is null if an operand is null. Whole and decimal numbers are exact; a result
/// beyond 64 bits or 38 digits, and an infinite result of finite numbers, is an error with code
/// `overflow`.
extension ValueExpression {
    /// Returns a constant.
    ///
    /// - Parameter value: The value; `null` clears an attribute. A number takes the type of the
    ///   attribute that it is combined with or assigned to.
    /// - Returns: An expression with the value for each object.
    public static func value(_ value: Value) -> ValueExpression {
        ValueExpression(.literal(value))
    }

    /// Returns the sum of two numbers, or a text followed by another text.
    ///
    /// - Parameters:
    ///   - left: A number or a text.
    ///   - right: A number or a text of the same kind.
    /// - Returns: The sum; null if an operand is null.
    public static func + (left: ValueExpression, right: ValueExpression) -> ValueExpression {
        ValueExpression(.operation(.sum, left.content, right.content))
    }

    /// Returns the difference of two numbers.
    ///
    /// - Parameters:
    ///   - left: A number.
    ///   - right: A number of the same kind.
    /// - Returns: The difference; null if an operand is null.
    public static func - (left: ValueExpression, right: ValueExpression) -> ValueExpression {
        ValueExpression(.operation(.difference, left.content, right.content))
    }

    /// Returns a value, or another value where it is null; SQL's `coalesce`.
    ///
    /// - Parameters:
    ///   - first: The value.
    ///   - second: The value instead of null, of the same type.
    /// - Returns: The first value that is not null.
    public static func coalesced(
        _ first: ValueExpression, _ second: ValueExpression
    ) -> ValueExpression {
        ValueExpression(.operation(.coalesced, first.content, second.content))
    }
}

extension ValueExpression: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// Creates a constant whole number.
    public init(integerLiteral value: Int64) { self = .value(Value.integer(value)) }

    /// Creates a constant floating-point number.
    public init(floatLiteral value: Double) { self = .value(Value.double(value)) }
}
