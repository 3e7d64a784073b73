package import ObjectGraph

/// A value that is bound to a parameter of a statement.
package enum SQLValue: Sendable, Hashable {
    case value(Value)
    /// Values of one kind, possibly `null`, for a database with array parameters.
    case list([Value])
    /// Numbers, for a database with parameters of arrays.
    case numbers([Int64])
    /// The numbers of objects that ``TextQuestion`` finds, in its order; the store replaces them
    /// before it executes the statement.
    case found(TextQuestion)
    /// The ranks of the objects that ``TextQuestion`` finds, in the same order.
    case ranks(TextQuestion)

    package static let null = SQLValue.value(.null)

    package static func string(_ text: String) -> SQLValue { .value(.string(text)) }

    package static func integer(_ number: Int64) -> SQLValue { .value(.integer(number)) }

    package static func boolean(_ flag: Bool) -> SQLValue { .value(.boolean(flag)) }
}
