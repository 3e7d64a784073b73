/// The substitutes of a unit of work that its save will record or remove.
package struct SubstituteChanges: Sendable, Hashable {
    /// The texts of new substitutes.
    private(set) var marked: [SubstituteKey: String] = [:]
    /// The attributes with values assigned by a program or a payload, including unchanged values.
    private(set) var settled: Set<SubstituteKey> = []

    package var isEmpty: Bool { marked.isEmpty && settled.isEmpty }

    /// Records that the value of an attribute is a substitute.
    package mutating func mark(_ key: SubstituteKey, _ value: Value) {
        settled.remove(key)
        marked[key] = value.substituteText
    }

    /// Records that the value of an attribute is its own.
    package mutating func settle(_ key: SubstituteKey) {
        marked[key] = nil
        settled.insert(key)
    }

    /// Removes the new substitute, if any, of an attribute that a program writes.
    mutating func settleIfMarked(_ key: SubstituteKey) {
        if marked[key] != nil { settle(key) }
    }
}
