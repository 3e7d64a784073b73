import Payload

/// The state of the traversal at each nesting level.
extension CollectPass {
    /// A record whose relationships are being traversed.
    struct RecordFrame {
        let record: Int32
        let plan: Int32
        /// The index in ``MappingSession/places`` of the record's first value.
        let firstPlace: Int
        /// The next relationship.
        var relationship: Int32 = 0
        /// Indicates whether a relationship is being traversed.
        var isOpen = false
        /// Indicates whether the last element of ``CollectPass/lists`` belongs to the record.
        var hasLists = false
    }

    /// A root path, or a relationship of a record, whose representations are being traversed.
    struct RelationshipFrame {
        let step: Step
        var elements: Elements
        /// The number of pending records at the start.
        let first: Int
        /// Indicates whether all representations could be read.
        var isComplete = true
        /// Indicates whether the path is absent from the payload.
        var isAbsent = false
        /// Indicates whether the representation is also that of the enclosing record.
        var isAggregated = false
        /// Indicates whether the step is registered as a path to an enclosing object, which is
        /// followed only once at a time.
        var isPassing = false

        init(_ step: Step, _ elements: Elements, first: Int) {
            (self.step, self.elements, self.first) = (step, elements, first)
        }
    }

    /// A sequence of representations with their indices in the array; `null` is skipped.
    struct Elements {
        fileprivate var single = -1
        /// The rest of an array.
        fileprivate var next = 0
        fileprivate var end = 0
        fileprivate var index: Int32 = 0
        /// Indicates whether the elements were gathered by a path, which is rare; they are then the
        /// last ones of ``CollectPass/gathered``.
        fileprivate(set) var isGathered = false

        /// Creates an empty sequence.
        init() {}

        /// Creates a sequence of a single representation.
        init(_ place: Int, index: Int32) {
            (single, self.index) = (place, index)
        }

        /// Creates a sequence of the elements of an array.
        init(ofArrayAt place: Int, on tape: PayloadTape) {
            (next, end) = (tape.firstChild(of: place), tape.end(of: place))
        }

        fileprivate mutating func nextOfArray(
            on tape: PayloadTape
        ) -> (place: Int, index: Int32) {
            while next < end {
                let place = next
                next = tape.next(after: place)
                if tape.isNull(at: place) { continue }
                index &+= 1
                return (place, index &- 1)
            }
            return (-1, 0)
        }
    }

    /// The rest of the elements gathered by a path.
    struct Gathered {
        var list: ArraySlice<PathMatch.Element>
        /// The objects between the enclosing record and the last element, outermost first.
        var ancestors: [Int32] = []
    }

    /// Returns a sequence of elements gathered by a path, in which arrays are replaced by their
    /// elements.
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

    /// Returns the next element, or -1; sets ``ancestors`` to the objects between it and the
    /// enclosing record.
    mutating func next(of elements: inout Elements) -> (place: Int, index: Int32) {
        if !ancestors.isEmpty { ancestors = [] }
        if elements.single >= 0 {
            defer { elements.single = -1 }
            return (elements.single, elements.index)
        }
        if elements.isGathered { return nextGathered(of: &elements) }
        return elements.nextOfArray(on: tape)
    }

    @inline(never)
    private mutating func nextGathered(
        of elements: inout Elements
    ) -> (place: Int, index: Int32) {
        let last = gathered.count - 1
        while true {
            let element = elements.nextOfArray(on: tape)
            guard element.place < 0 else {
                ancestors = gathered[last].ancestors
                return element
            }
            guard let found = gathered[last].list.popFirst() else { return element }
            gathered[last].ancestors = found.ancestors
            // An array is replaced by its elements.
            elements.next =
                tape.isArray(at: found.place) ? tape.firstChild(of: found.place) : found.place
            elements.end = tape.next(after: found.place)
        }
    }
}
