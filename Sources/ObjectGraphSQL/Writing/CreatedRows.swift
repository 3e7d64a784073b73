package import ObjectGraph

/// The numbers of new rows in a change set, which no concurrent transaction references.
package struct CreatedRows {
    private let numbers: [Int: Set<Int64>]

    package init(_ changes: ChangeSet, _ model: ManagedObjectModel) {
        var numbers: [Int: Set<Int64>] = [:]
        for row in changes.inserted {
            numbers[model.layouts[row.entity].root, default: []].insert(row.number)
        }
        self.numbers = numbers
    }

    /// Returns the numbers of a tree.
    package func numbers(of root: Int) -> Set<Int64> { numbers[root] ?? [] }
}
