/// What a save did to the result of a request.
///
/// Indexes are those of lists: an index of something that is gone counts in the list before, an index
/// of something that is there counts in the list after. ``apply(to:make:)`` brings a list of one's
/// own from before to after; a list view is told the same indexes.
///
/// ```swift
/// for try await changes in container.changes(of: request) {
///     changes.apply(to: &rows) { id in Row(id) }
/// }
/// ```
public struct ResultChanges: Sendable, Hashable {
    /// An object and its index.
    public struct Item: Sendable, Hashable {
        /// The object.
        public let objectID: ManagedObjectID
        /// Where it is in the list after, or, for a deleted one, where it was in the list before.
        public let index: Int
    }

    /// An object whose place among the others has changed.
    public struct Move: Sendable, Hashable {
        /// The object.
        public let objectID: ManagedObjectID
        /// Where it was in the list before.
        public let oldIndex: Int
        /// Where it is in the list after.
        public let index: Int
    }

    /// What is not in the result any more, in the order of the list before.
    public let deleted: [Item]
    /// What has come into the result, in the order of the list after.
    public let inserted: [Item]
    /// What changed its place among those that stayed, as few as possible, in the order of the list
    /// after.
    public let moved: [Move]
    /// What stayed and was written: a value, a to-one relationship, or links of a to-many
    /// relationship with to-many inverse or none.
    ///
    /// In the order of the list after; moved objects may be among them.
    public let updated: [Item]
    /// The whole result, in order.
    public var objectIDs: [ManagedObjectID] {
        numbers.map { ManagedObjectID(entityName: entityName, number: $0) }
    }
    /// How many objects the result has.
    public var count: Int { numbers.count }
    private let numbers: [Int64]
    private let entityName: String

    /// Whether nothing has changed.
    public var isEmpty: Bool {
        deleted.isEmpty && inserted.isEmpty && moved.isEmpty && updated.isEmpty
    }

    /// Compares two answers to one request.
    ///
    /// - Parameters:
    ///   - old: The answer before.
    ///   - new: The answer after.
    ///   - linked: Objects whose links were written, which versions do not tell.
    ///   - entityName: The entity at the top of the tree.
    /// - Complexity: O(*n*) in both answers; O(*n* log *n*) if objects have moved.
    init(
        from old: ResultList, to new: ResultList, linked: Set<Int64>, entityName: String
    ) {
        func id(_ number: Int64) -> ManagedObjectID {
            ManagedObjectID(entityName: entityName, number: number)
        }
        var oldIndexes: [Int64: Int] = [:]
        oldIndexes.reserveCapacity(old.numbers.count)
        for (index, number) in old.numbers.enumerated() { oldIndexes[number] = index }
        var inserted: [Item] = []
        var updated: [Item] = []
        var stayed: [(index: Int, oldIndex: Int)] = []
        for (index, number) in new.numbers.enumerated() {
            guard let oldIndex = oldIndexes.removeValue(forKey: number) else {
                inserted.append(Item(objectID: id(number), index: index))
                continue
            }
            stayed.append((index, oldIndex))
            if new.versions[index] != old.versions[oldIndex] || linked.contains(number) {
                updated.append(Item(objectID: id(number), index: index))
            }
        }
        let fixed = IncreasingSubsequence.longest(of: stayed.map(\.oldIndex))
        moved = zip(stayed, fixed).compactMap { place, isFixed in
            isFixed
                ? nil
                : Move(
                    objectID: id(new.numbers[place.index]), oldIndex: place.oldIndex,
                    index: place.index)
        }
        deleted = oldIndexes.values.sorted().map {
            Item(objectID: id(old.numbers[$0]), index: $0)
        }
        self.inserted = inserted
        self.updated = updated
        numbers = new.numbers
        self.entityName = entityName
    }

    /// Brings a list that has one element for each object from before to after.
    ///
    /// Elements of moved objects are kept; those of inserted and updated ones are made.
    ///
    /// A list whose length is not that of the result before is a programming error.
    ///
    /// - Parameters:
    ///   - elements: The list; unchanged if `make` throws.
    ///   - make: Makes the element of an object.
    /// - Throws: What `make` throws.
    /// - Complexity: O(*n*) in both lists.
    public func apply<Element, Failure: Error>(
        to elements: inout [Element], make: (ManagedObjectID) throws(Failure) -> Element
    ) throws(Failure) {
        precondition(
            elements.count == count - inserted.count + deleted.count,
            "the list has \(elements.count) elements, the result before had "
                + "\(count - inserted.count + deleted.count); apply all changes, in order")
        var isTaken = Array(repeating: false, count: elements.count)
        for item in deleted { isTaken[item.index] = true }
        for move in moved { isTaken[move.oldIndex] = true }
        var rest = elements.indices.lazy.filter { !isTaken[$0] }.makeIterator()
        var (nextInsertion, nextMove, nextUpdate) = (0, 0, 0)
        var result: [Element] = []
        result.reserveCapacity(count)
        for index in 0..<count {
            var source: Int?
            if nextInsertion < inserted.count, inserted[nextInsertion].index == index {
                nextInsertion += 1
            } else if nextMove < moved.count, moved[nextMove].index == index {
                source = moved[nextMove].oldIndex
                nextMove += 1
            } else {
                source = rest.next()
            }
            if nextUpdate < updated.count, updated[nextUpdate].index == index {
                nextUpdate += 1
                source = nil
            }
            let id = ManagedObjectID(entityName: entityName, number: numbers[index])
            if let source {
                result.append(elements[source])
            } else {
                result.append(try make(id))
            }
        }
        elements = result
    }
}

/// The answer to a request: numbers in order, and the version of each row.
struct ResultList: Sendable {
    var numbers: [Int64] = []
    var versions: [Int64] = []
}
