/// Doubly linked lists of numbers, each number in at most one of them.
///
/// The numbers of a store are dense, so a list is three machine words for each number, and joining
/// or leaving one costs the same however long it is. Whoever uses the chains keeps the heads.
struct NumberChains: Sendable {
    /// By number: the neighbours, `0` at the end of a list.
    private var next: [Int64] = []
    private var previous: [Int64] = []

    /// Puts a number in front of a list, and so makes it the head.
    mutating func insert(_ number: Int64, before head: Int64?) {
        let missing = Int(number) + 1 - next.count
        if missing > 0 {
            next.append(contentsOf: repeatElement(0, count: missing))
            previous.append(contentsOf: repeatElement(0, count: missing))
        }
        next[Int(number)] = head ?? 0
        previous[Int(number)] = 0
        if let head { previous[Int(head)] = number }
    }

    /// Takes a number out of its list.
    ///
    /// - Returns: What follows it, and whether that is the head now; `0` if nothing follows.
    mutating func remove(_ number: Int64) -> (wasHead: Bool, next: Int64) {
        let (before, after) = (previous[Int(number)], next[Int(number)])
        if before != 0 { next[Int(before)] = after }
        if after != 0 { previous[Int(after)] = before }
        return (before == 0, after)
    }

    /// The numbers of the list that begins with `head`, ascending.
    func numbers(from head: Int64) -> [Int64] {
        var numbers: [Int64] = []
        var current = head
        while current != 0 {
            numbers.append(current)
            current = number(after: current)
        }
        // What came last is in front, and that is mostly the highest.
        numbers.reverse()
        return numbers.isAscending ? numbers : numbers.sorted()
    }

    /// What follows a number in its list; `0` at the end.
    func number(after number: Int64) -> Int64 { next[Int(number)] }
}

/// Which numbers belong to which owner; numbers and owners are both dense.
struct NumberGroups: Sendable {
    /// By owner: the first of its numbers, `0` if it has none.
    private var heads: [Int64] = []
    private var chains = NumberChains()

    /// Gives a number that has no owner to one.
    mutating func insert(_ number: Int64, owner: Int64) {
        let missing = Int(owner) + 1 - heads.count
        if missing > 0 { heads.append(contentsOf: repeatElement(0, count: missing)) }
        let head = heads[Int(owner)]
        chains.insert(number, before: head == 0 ? nil : head)
        heads[Int(owner)] = number
    }

    /// Takes a number away from its owner.
    mutating func remove(_ number: Int64, owner: Int64) {
        let (wasHead, next) = chains.remove(number)
        if wasHead { heads[Int(owner)] = next }
    }

    /// The numbers of an owner, ascending.
    ///
    /// - Complexity: O(*n* log *n*) in the length of the answer.
    func numbers(of owner: Int64) -> [Int64] {
        chains.numbers(from: latest(of: owner))
    }

    /// The number that was given to an owner last; `0` if it has none.
    func latest(of owner: Int64) -> Int64 {
        owner > 0 && owner < heads.count ? heads[Int(owner)] : 0
    }

    /// The number that its owner got before another one; `0` if there is none.
    func number(before number: Int64) -> Int64 { chains.number(after: number) }
}
