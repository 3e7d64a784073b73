/// The numbers of rows in order, and what tells whether each row was updated.
package struct ResultList: Sendable {
    package var numbers: [Int64] = []
    package var versions: [Int64] = []
    /// The selected values of all rows; `nil` for rows without such values.
    var values: ResultValues?
}
