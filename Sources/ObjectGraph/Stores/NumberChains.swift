/// Disjoint doubly linked lists of numbers.
///
/// The numbers of a store are dense, so a list needs two machine words for each number, and adding
/// or removing one takes constant time. The heads of the lists are stored elsewhere. A list of one
/// number needs nothing.
struct NumberChains: Sendable {
    /// The neighbours of a number in its list; `0` at an end.
    private struct Neighbours: Sendable {
        var next: Int64 = 0
        var previous: Int64 = 0
    }

    /// The neighbours by number; both are `0` for a number that is alone or in no list.
    private var neighbours = PagedArray(filler: Neighbours())

    /// Adds a number at the front of a list, so that it becomes the head.
    mutating func insert(_ number: Int64, before head: Int64?) {
        guard let head else { return }
        neighbours.reach(Int(max(number, head)))
        neighbours[Int(number)] = Neighbours(next: head)
        neighbours.update(at: Int(head)) { $0.previous = number }
    }

    /// Removes a number from its list.
    ///
    /// - Returns: The next number, or `0` at the end, and whether the removed number was the head.
    mutating func remove(_ number: Int64) -> (wasHead: Bool, next: Int64) {
        let removed = neighbours[Int(number)]
        if removed.previous != 0 {
            neighbours.update(at: Int(removed.previous)) { $0.next = removed.next }
        }
        if removed.next != 0 {
            neighbours.update(at: Int(removed.next)) { $0.previous = removed.previous }
        }
        if removed.previous != 0 || removed.next != 0 { neighbours[Int(number)] = Neighbours() }
        return (removed.previous == 0, removed.next)
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
    func number(after number: Int64) -> Int64 { neighbours[Int(number)].next }
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
