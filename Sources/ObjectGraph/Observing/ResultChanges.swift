/// The changes of a request's result by one or more saves.
///
/// Indices are list indices: the index of a deleted object refers to the old list, the index of any
/// other object to the new list. ``apply(to:make:)`` updates a list of elements from the old to the
/// new result; list views expect the same indices.
///
/// ```swift
/// for try await changes in container.changes(of: request) {
///     changes.apply(to: &rows) { id in Row(id) }
/// }
/// ```
public struct ResultChanges: Sendable, Hashable {
    /// An object with its index.
    public struct Item: Sendable, Hashable, Identifiable {
        /// The identifier of the object.
        public let objectID: ManagedObjectID
        /// The index in the new list, or in the old list for a deleted object.
        public let index: Int

        /// The identifier of the object.
        public var id: ManagedObjectID { objectID }
    }

    /// An object with a changed position relative to the others.
    public struct Move: Sendable, Hashable, Identifiable {
        /// The identifier of the object.
        public let objectID: ManagedObjectID
        /// The index in the old list.
        public let oldIndex: Int
        /// The index in the new list.
        public let index: Int

        /// The identifier of the object.
        public var id: ManagedObjectID { objectID }
    }

    /// The objects that are no longer in the result, in the order of the old list.
    public let deleted: [Item]
    /// The objects that are new in the result, in the order of the new list.
    public let inserted: [Item]
    /// The smallest set of moves of remaining objects that produces the new order.
    ///
    /// The moves are in the order of the new list.
    public let moved: [Move]
    /// The remaining objects that were written.
    ///
    /// A write changes an attribute, a to-one relationship, or links of a to-many relationship that
    /// has a to-many inverse or none.
    ///
    /// The items are in the order of the new list; moved objects can be among them.
    public let updated: [Item]
    /// The identifiers of the whole new result, in order.
    public var objectIDs: [ManagedObjectID] {
        numbers.all.map { ManagedObjectID(entityName: entityName, number: $0) }
    }
    /// The number of objects in the new result.
    public var count: Int { numbers.count }
    private let numbers: ResultNumbers
    private let entityName: String

    /// Indicates whether there are no changes.
    public var isEmpty: Bool {
        deleted.isEmpty && inserted.isEmpty && moved.isEmpty && updated.isEmpty
    }

    init(
        deleted: [Item], inserted: [Item], moved: [Move], updated: [Item],
        numbers: ResultNumbers, entityName: String
    ) {
        self.deleted = deleted
        self.inserted = inserted
        self.moved = moved
        self.updated = updated
        self.numbers = numbers
        self.entityName = entityName
    }

    /// Updates a list that has one element for each object from the old to the new result.
    ///
    /// Elements of moved objects are kept; elements of inserted and updated objects are created.
    ///
    /// A list that differs in length from the old result is a programming error.
    ///
    /// - Parameters:
    ///   - elements: The list; unchanged if `make` throws.
    ///   - make: Creates the element of an object.
    /// - Throws: The error of `make`.
    /// - Complexity: O(*n*) in the length of both lists.
    public func apply<Element, Failure: Error>(
        to elements: inout [Element], make: (ManagedObjectID) throws(Failure) -> Element
    ) throws(Failure) {
        try rearrange(&elements) { (_, number) throws(Failure) in
            try make(ManagedObjectID(entityName: entityName, number: number))
        }
    }

    /// Updates a list; `make` gets the index and the number of an object.
    func rearrange<Element, Failure: Error>(
        _ elements: inout [Element], make: (Int, Int64) throws(Failure) -> Element
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
        for (index, number) in numbers.all.enumerated() {
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
            if let source {
                result.append(elements[source])
            } else {
                result.append(try make(index, number))
            }
        }
        elements = result
    }
}
