package import ObjectGraph

/// The SQL of one database, where it differs from that of others.
///
/// It is asked while a statement is written, never for a row.
package protocol SQLDialect: Sendable {
    /// Returns the place of a bound value, by its number from 1.
    func parameter(_ number: Int) -> String

    /// Returns the declared type of a column.
    func type(of kind: StoreColumn.Kind) -> String

    /// The declaration of the numbers of objects, which the store assigns.
    var objectKey: String { get }

    /// The declaration of the numbers of rows, which the database assigns.
    var rowKey: String { get }

    /// The text behind the columns of a table that is only read by its primary key.
    var keyedTableEnd: String { get }

    /// The constraint of a column with texts of any length that occur once, or no text if the store
    /// creates an index of its own.
    var uniqueText: String { get }

    /// Returns the constraint of a column with the numbers of objects in a table, or no text if the
    /// store checks references itself; `cascades` removes rows together with the object.
    func reference(to table: String, cascades: Bool) -> String

    /// Tests whether the database has other uses for names like this one, in lower case.
    func isReserved(_ name: String) -> Bool

    /// Returns the name that the database keeps for a table, column or index.
    func name(_ wanted: String) -> String

    /// A query for the number of tables and indexes whose name is the first parameter.
    var nameQuestion: String { get }

    /// A table expression with the columns `name` and `sql` of all indexes.
    var indexes: String { get }

    /// Returns the terms of an index of columns, which also has the order of
    /// ``sorted(_:isAscending:)``.
    func indexTerms(_ columns: [String], isUnique: Bool) -> String

    /// Returns the text of a condition that is always or never true.
    func constant(_ flag: Bool) -> String

    /// Returns a condition that is false instead of unknown.
    func known(_ condition: String) -> String

    /// The operator that compares values, of which one may be `NULL`, for equality.
    var same: String { get }

    /// The operator that compares values, of which one may be `NULL`, for inequality.
    var different: String { get }

    /// The bound limit of a query without one.
    var noLimit: SQLValue { get }

    /// Returns a sort term with `NULL` first in ascending and last in descending order.
    func sorted(_ term: String, isAscending: Bool) -> String

    /// The text behind a decimal that is compared or sorted as a number.
    var decimalOrder: String { get }

    /// Returns the condition that a text contains another, and the value that is bound at a place.
    func contains(
        _ text: TextTerm, _ part: String, at parameter: Int
    ) -> (condition: String, value: SQLValue)

    /// Returns the condition that a text matches, which is never unknown, and the value that is
    /// bound at a place.
    func matches(
        _ text: TextTerm, _ match: TextMatch, at parameter: Int
    ) -> (condition: String, value: SQLValue)

    /// Returns the expression by which a text is sorted with options, the join that it needs, whose
    /// alias is given, and the values that are bound from a place on.
    func order(
        of text: TextTerm, _ options: TextOptions, at parameter: Int, alias: String
    ) -> (term: String, join: String, values: [SQLValue])

    /// Returns the condition, behind a column, that it is one of several numbers, and the list of
    /// numbers that is bound at a place.
    func numbers(_ numbers: [Int64], at parameter: Int) -> (membership: String, value: SQLValue)

    /// Returns the condition, behind a column, that it is one of several keys of one part, and the
    /// list of keys that is bound at a place; it is never true for `NULL`.
    func keys(_ keys: [[Value]], at parameter: Int) -> (membership: String, value: SQLValue)

    /// Returns a table expression and a condition for the rows of a table, with the alias `t`,
    /// whose columns have one of several keys, where `NULL` equals `NULL`; each row is found once.
    func rows(
        of table: String, by columns: [String], _ keys: [[Value]]
    ) -> (source: String, condition: String, values: [SQLValue])

    /// The tables that exist only in one transaction.
    var temporaryTables: TemporaryTables { get }

    /// The join of tables in the order in which they are written, or the usual one if the database
    /// decides on the order.
    var orderedJoin: String { get }

    /// Returns the condition that two expressions of one kind are equal, where `NULL` equals
    /// `NULL`, by which the database joins tables without a comparison of all pairs.
    func sameKey(_ expression: String, _ other: String, _ kind: StoreColumn.Kind) -> String

    /// Returns a table expression for the elements of an array that values of a type can equal, or
    /// for the others as JSON, and the expression for an element of this table under the alias `k`;
    /// `k.key` is its place.
    ///
    /// A `NULL` array has one element that is `NULL`. The result is `nil` if the database cannot
    /// call ``ObjectGraph/ElementKeys``.
    func elements(
        of array: String, as type: AttributeType, areFitting: Bool
    ) -> (table: String, value: String)?

    /// Returns the condition that an expression, which other programs may have written, is an
    /// integer.
    func isInteger(_ expression: String) -> String

    /// Returns the expression for the value of a column in a wider type, which is `NULL` for a
    /// value that the type does not include; `nil` if ``ObjectGraph/AttributeType/widened(_:)`` has
    /// to convert the values, because the database cannot.
    func widened(
        _ column: String, from type: AttributeType, to wider: AttributeType
    ) -> String?

    /// Returns the statements that give a table another name, and its key.
    func renaming(table name: String, to other: String) -> [String]

    /// Returns the statement that gives an index another name; `nil` if it has to be created anew.
    func renaming(index name: String, to other: String) -> String?

    /// Returns the statements that add a column with a declaration to a table.
    ///
    /// All rows get a value, if the database does that without writing them; otherwise it is
    /// ignored, and the caller fills the column.
    func addition(
        of column: String, _ declaration: String, to table: String, filledWith value: Value
    ) -> [String]
}
