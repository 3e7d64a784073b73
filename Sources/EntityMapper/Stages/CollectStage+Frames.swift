import MercatorPayload

/// The state of the traversal at each nesting level.
extension CollectStage {
    /// A record whose relationships are being traversed.
    struct RecordFrame {
        let record: RecordIndex
        let firstField: FieldIndex
        /// The next relationship to be traversed, as an index into the relationships of all plans.
        var next: Int
        let end: Int
        /// Indicates whether a relationship is being traversed.
        var isOpen = false
        /// Indicates whether the last element of ``CollectStage/lists`` belongs to the record.
        var hasLists = false
    }

    /// A root path, or a relationship of a record, whose representations are being traversed.
    struct RelationshipFrame {
        let edge: Edge
        var elements: Elements
        /// The number of pending records at the start.
        let first: Int
        /// Indicates whether all representations could be read.
        var isComplete = true
        /// Indicates whether the path is absent from the payload.
        var isAbsent = false
        /// Indicates whether the representation is shared with the enclosing record.
        var isAggregated = false
        /// Indicates whether the edge is registered as a path to an enclosing object.
        ///
        /// Such a path is followed only once at a time.
        var isPassing = false

        init(_ edge: Edge, _ elements: Elements, first: Int) {
            (self.edge, self.elements, self.first) = (edge, elements, first)
        }
    }

    /// A representation with its index among its siblings.
    typealias Element = (representation: TapeIndex, index: ListIndex)

    /// A sequence of representations with their indices in the array; `null` is skipped.
    struct Elements {
        fileprivate var single = CompactOptional<TapeIndex>()
        fileprivate var index = ListIndex.single
        /// The rest of an array.
        fileprivate var next = 0
        fileprivate var end = 0
        fileprivate var count = 0
        /// Indicates whether the elements were gathered by a path, which is rare.
        ///
        /// They are then the last elements of ``CollectStage/gathered``.
        fileprivate(set) var isGathered = false

        /// Creates an empty sequence.
        init() {}

        /// Creates a sequence of a single representation.
        init(_ representation: TapeIndex, index: ListIndex) {
            single.index = representation
            self.index = index
        }

        /// Creates a sequence of the elements of an array.
        init(ofArrayAt index: TapeIndex, on tape: PayloadTape) {
            (next, end) = (tape.firstChild(of: index.position), tape.end(of: index.position))
        }

        @inline(__always)
        fileprivate mutating func nextOfArray(on tape: PayloadTape) -> Element? {
            while next < end {
                let position = next
                next = tape.next(after: position)
                if tape.isNull(at: position) { continue }
                count &+= 1
                return (TapeIndex(position), .element(count &- 1))
            }
            return nil
        }
    }

    /// The rest of the elements gathered by a path.
    struct Gathered {
        var list: ArraySlice<PathMatch.Element>
        /// The objects between the enclosing record and the last element, outermost first.
        var ancestors: [Int32] = []
    }

    /// Returns a sequence of elements gathered by a path, with arrays flattened.
    ///
    /// The elements must be removed with ``drop(_:)`` after use.
    mutating func gather(_ list: [PathMatch.Element]) -> Elements {
        gathered.append(Gathered(list: list[...]))
        var elements = Elements()
        elements.isGathered = true
        return elements
    }

    /// Removes the elements gathered by a path.
    mutating func drop(_ elements: Elements) {
        if elements.isGathered { gathered.removeLast() }
    }

    /// Returns the next element.
    ///
    /// Sets ``ancestors`` to the objects between it and the enclosing record.
    @inline(__always)
    mutating func next(of elements: inout Elements) -> Element? {
        if !ancestors.isEmpty { ancestors = [] }
        if let single = elements.single.index {
            elements.single.index = nil
            return (single, elements.index)
        }
        if elements.isGathered { return nextGathered(of: &elements) }
        return elements.nextOfArray(on: tape)
    }

    @inline(never)
    private mutating func nextGathered(of elements: inout Elements) -> Element? {
        let last = gathered.count - 1
        while true {
            if let element = elements.nextOfArray(on: tape) {
                ancestors = gathered[last].ancestors
                return element
            }
            guard let found = gathered[last].list.popFirst() else { return nil }
            gathered[last].ancestors = found.ancestors
            // An array is replaced by its elements.
            elements.next =
                tape.isArray(at: found.position)
                ? tape.firstChild(of: found.position) : found.position
            elements.end = tape.next(after: found.position)
        }
    }
}
