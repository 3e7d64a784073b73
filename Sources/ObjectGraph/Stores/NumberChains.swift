/// Disjoint doubly linked lists of numbers.
///
/// The numbers of a store are dense, so a list needs a few machine words for each number, and
/// adding or removing one takes constant time. The heads of the lists are stored elsewhere.
struct NumberChains: Sendable {
    /// The next number, by number; `0` at the end of a list.
    private var next = PagedArray<Int64>(filler: 0)
    private var previous = PagedArray<Int64>(filler: 0)

    /// Adds a number at the front of a list, so that it becomes the head.
    mutating func insert(_ number: Int64, before head: Int64?) {
        next.reach(Int(number))
        previous.reach(Int(number))
        next[Int(number)] = head ?? 0
        previous[Int(number)] = 0
        if let head { previous[Int(head)] = number }
    }

    /// Removes a number from its list.
    ///
    /// - Returns: The next number, or `0` at the end, and whether the removed number was the head.
    mutating func remove(_ number: Int64) -> (wasHead: Bool, next: Int64) {
        let (before, after) = (previous[Int(number)], next[Int(number)])
        if before != 0 { next[Int(before)] = after }
        if after != 0 { previous[Int(after)] = before }
        return (before == 0, after)
    }

    /// Returns the numbers of the list that begins with `head`, ascending.
    func numbers(from head: Int64) -> [Int64] {
        var numbers: [Int64] = []
        var current = head
        while current != 0 {
            numbers.append(current)
            current = number(after: current)
        }
        // The list begins with the latest number, which is usually the highest.
        numbers.reverse()
        return numbers.isAscending ? numbers : numbers.sorted()
    }

    /// Returns the number after the given number in its list; `0` at the end.
    func number(after number: Int64) -> Int64 { next[Int(number)] }
}

/// Groups of numbers by owner, where both numbers and owners are dense.
struct NumberGroups: Sendable {
    /// The first number of each owner; `0` if it has none.
    private var heads = PagedArray<Int64>(filler: 0)
    private var chains = NumberChains()

    /// Adds a number without an owner to the group of an owner.
    mutating func insert(_ number: Int64, owner: Int64) {
        heads.reach(Int(owner))
        let head = heads[Int(owner)]
        chains.insert(number, before: head == 0 ? nil : head)
        heads[Int(owner)] = number
    }

    /// Removes a number from the group of its owner.
    mutating func remove(_ number: Int64, owner: Int64) {
        let (wasHead, next) = chains.remove(number)
        if wasHead { heads[Int(owner)] = next }
    }

    /// Returns the numbers of an owner, ascending.
    ///
    /// - Complexity: O(*n* log *n*) in the length of the result.
    func numbers(of owner: Int64) -> [Int64] {
        chains.numbers(from: latest(of: owner))
    }

    /// Returns the number that was last added to an owner; `0` if it has none.
    func latest(of owner: Int64) -> Int64 {
        owner > 0 ? heads[Int(owner)] : 0
    }

    /// Returns the previously added number of the same owner; `0` if there is none.
    func number(before number: Int64) -> Int64 { chains.number(after: number) }
}
