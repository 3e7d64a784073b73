/// A state of a store, as one number for each part of it.
///
/// The number changes with each commit of objects or connections; it is `nil` for a part that was
/// not read.
package struct StoreVersion: Sendable, Hashable {
    package var numbers: [Int?]

    package init(_ numbers: [Int?]) {
        self.numbers = numbers
    }

    /// Returns the version with the numbers of a later one for parts that were not read.
    func completed(by later: StoreVersion?) -> StoreVersion {
        guard let later else { return self }
        return StoreVersion(zip(numbers, later.numbers).map { $0 ?? $1 })
    }
}
