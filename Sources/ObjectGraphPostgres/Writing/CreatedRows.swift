import ObjectGraph
import ObjectGraphSQL

/// The numbers of the new rows of a change set, which no other transaction can refer to.
struct CreatedRows {
    private let numbers: [Int: Set<Int64>]

    init(_ changes: ChangeSet, _ model: ManagedObjectModel) {
        var numbers: [Int: Set<Int64>] = [:]
        for row in changes.inserted {
            numbers[model.layouts[row.entity].root, default: []].insert(row.number)
        }
        self.numbers = numbers
    }

    /// Returns the numbers of a tree.
    func numbers(of root: Int) -> Set<Int64> { numbers[root] ?? [] }
}
