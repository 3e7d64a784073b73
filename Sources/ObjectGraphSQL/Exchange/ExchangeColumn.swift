/// A column of a table into which rows are copied.
package struct ExchangeColumn: Sendable {
    package let name: String
    package let kind: StoreColumn.Kind
}
