/// The substitutes of a unit of work that its save is going to record or to forget.
package struct SubstituteChanges: Sendable, Hashable {
    /// The texts of new substitutes.
    private(set) var marked: [SubstituteKey: String] = [:]
    /// The attributes to which a program or a payload has given a value of their own, whether it
    /// differs or not.
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

    /// Forgets the substitutes of an attribute that is written by a program, if there are any.
    mutating func settleIfMarked(_ key: SubstituteKey) {
        if marked[key] != nil { settle(key) }
    }
}
