package import ObjectGraph

/// The SQL of a database, where databases differ.
///
/// It is used when a statement is written, never for a row.
package protocol SQLDialect: Sendable {
    /// Returns the placeholder of a bound value, by its number from 1.
    func parameter(_ number: Int) -> String

    /// Returns the declared type of a column.
    func type(of kind: StoreColumn.Kind) -> String

    /// The declaration of the numbers of objects, which the store assigns.
    var objectKey: String { get }

    /// The declaration of the numbers of rows, which the database assigns.
    var rowKey: String { get }

    /// The text after the columns of a table that is only read by its primary key.
    var keyedTableEnd: String { get }

    /// The constraint of a unique text column, or an empty text if the store creates an index.
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

    /// The null-safe equality operator.
    var same: String { get }

    /// The null-safe inequality operator.
    var different: String { get }

    /// The bound limit of a query without one.
    var noLimit: SQLValue { get }

    /// Returns a sort term with `NULL` first in ascending and last in descending order.
    func sorted(_ term: String, isAscending: Bool) -> String

    /// The text after a decimal that is compared or sorted as a number.
    var decimalOrder: String { get }

    /// Returns the expression for the exact sum of numbers of a kind, which fails if it exceeds
    /// the range of the kind; null for infinities of both signs.
    func sum(of number: String, _ kind: StoreColumn.Kind) -> String

    /// Returns the expression for the mean of numbers of a kind, as a floating-point number.
    func average(of number: String, _ kind: StoreColumn.Kind) -> String

    /// Returns the result of an operator on two expressions of a kind.
    ///
    /// The result is `nil` if the database cannot compute it as exactly as
    /// ``ObjectGraph/ValueOperator``; `isNested` states that an operand is itself the result of an
    /// operator.
    func result(
        of operation: ValueOperator, _ left: String, _ right: String, _ kind: StoreColumn.Kind,
        isNested: Bool
    ) -> String?

    /// Returns the expression for the new value of a column, which fails with `overflow` for the
    /// result of an operator that is not a value of the type.
    func admitted(_ expression: String, _ type: AttributeType) -> String

    /// Indicates whether the database removes the links of deleted objects by itself.
    var removesLinks: Bool { get }

    /// Returns the condition that a text contains a part, and its bound value.
    func contains(
        _ text: TextTerm, _ part: String, at parameter: Int
    ) -> (condition: String, value: SQLValue)

    /// Returns the condition that a text matches, which is never unknown, and its bound value.
    func matches(
        _ text: TextTerm, _ match: TextMatch, at parameter: Int
    ) -> (condition: String, value: SQLValue)

    /// Returns the query for the numbers of indexed rows whose texts in some columns satisfy a
    /// search, without those in the log, and its bound values.
    ///
    /// A part of the search is excluded only beside one that is included.
    func found(
        _ query: SearchQuery.Node, in columns: [String], of index: SearchIndex, at parameter: Int
    ) -> (query: String, values: [SQLValue])

    /// Returns the query for the numbers (`id`) and the relevance (`score`, greatest first) of
    /// indexed rows whose texts in some columns satisfy a search, and its bound values.
    func scores(
        _ query: SearchQuery.Node, in columns: [String], of index: SearchIndex, at parameter: Int
    ) -> (query: String, values: [SQLValue])

    /// Returns the statements that create a search index, its log and the triggers.
    func creation(of index: SearchIndex) -> [String]

    /// Returns the statements that remove what there is of a search index.
    func removal(of index: SearchIndex) -> [String]

    /// The query for all triggers: the name of a table, a dot, and the name of its trigger.
    var triggers: String { get }

    /// Returns the expression for sorting a text with options, its join and its bound values.
    ///
    /// `alias` names the join, and `parameter` is the number of the first value.
    func order(
        of text: TextTerm, _ options: TextOptions, at parameter: Int, alias: String
    ) -> (term: String, join: String, values: [SQLValue])

    /// Returns the condition, to append to a column, that it is one of several numbers.
    ///
    /// The list of numbers is bound as one value.
    func numbers(_ numbers: [Int64], at parameter: Int) -> (membership: String, value: SQLValue)

    /// Returns the condition, to append to a column, that it is one of several single-part keys.
    ///
    /// The list of keys is bound as one value; the condition is never true for `NULL`.
    func keys(_ keys: [[Value]], at parameter: Int) -> (membership: String, value: SQLValue)

    /// Returns a table expression and a condition for the rows of a table, with the alias `t`,
    /// whose columns have one of several keys, where `NULL` equals `NULL`; each row is found once.
    func rows(
        of table: String, by columns: [String], _ keys: [[Value]]
    ) -> (source: String, condition: String, values: [SQLValue])

    /// Returns the condition that the database has rounded a result beyond the range of a type,
    /// which may equal a stored value; `nil` if it fails instead.
    func isRounded(_ value: String, _ type: AttributeType) -> String?

    /// The tables that exist only in one transaction.
    var temporaryTables: TemporaryTables { get }

    /// The join that keeps the written order of tables, or the usual one if the database decides.
    var orderedJoin: String { get }

    /// Returns the null-safe condition that two expressions of one kind are equal.
    ///
    /// The database can join tables by it without comparing all pairs.
    func sameKey(_ expression: String, _ other: String, _ kind: StoreColumn.Kind) -> String

    /// Returns a table expression for array elements that fit a type, or for the rest as JSON.
    ///
    /// The second expression is for an element under the alias `k`; `k.key` is its position. A
    /// `NULL` array has one element that is `NULL`. The result is `nil` if the database cannot call
    /// ``ObjectGraph/ElementKeys``.
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

    /// Returns the statements that rename a table and its key.
    func renaming(table name: String, to other: String) -> [String]

    /// Returns the statement that renames an index; `nil` if it must be recreated.
    func renaming(index name: String, to other: String) -> String?

    /// Returns the statements that add a column with a declaration to a table.
    ///
    /// All rows get a value, if the database does that without writing them; otherwise it is
    /// ignored, and the caller fills the column.
    func addition(
        of column: String, _ declaration: String, to table: String, filledWith value: Value
    ) -> [String]
}
