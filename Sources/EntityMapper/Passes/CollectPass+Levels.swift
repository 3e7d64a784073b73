import Payload

/// How deep the walk is, and where it is in each level.
extension CollectPass {
    /// A record whose relationships are being followed.
    struct Level {
        let record: Int32
        let plan: Int32
        /// Where its attributes and relationships begin in ``MappingSession/places``.
        let firstPlace: Int
        /// The next relationship.
        var relationship: Int32 = 0
        /// Whether a relationship is being walked.
        var isOpen = false
        /// Whether ``CollectPass/lists`` ends with what relationships of the record get.
        var hasLists = false
    }

    /// A root path, or a relationship of a record, whose representations are being walked.
    struct OpenStep {
        let step: Step
        var elements: Elements
        /// How many records were pending before.
        let first: Int
        /// Whether everything there could be read.
        var isComplete = true
        /// Whether there is nothing in the payload.
        var isAbsent = false
        /// Whether the representation is that of the record around as well.
        var isAggregated = false
        /// Whether it leads outwards, which is done once on the way inwards.
        var isPassing = false

        init(_ step: Step, _ elements: Elements, first: Int) {
            (self.step, self.elements, self.first) = (step, elements, first)
        }
    }

    /// Representations, one after the other, each with its place in the list; `null` is none.
    struct Elements {
        fileprivate var single = -1
        /// What is left of an array.
        fileprivate var next = 0
        fileprivate var end = 0
        fileprivate var index: Int32 = 0
        /// Whether a path has brought them together, which is rare: they are the last ones of
        /// ``CollectPass/gathered``.
        fileprivate(set) var isGathered = false

        /// None.
        init() {}

        /// A single one.
        init(_ place: Int, index: Int32) {
            (single, self.index) = (place, index)
        }

        /// Those of an array.
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

    /// What is left of what a path has brought together.
    struct Gathered {
        var list: ArraySlice<Found.Element>
        /// The objects between the record around and the last element, outermost first.
        var trail: [Int32] = []
    }

    /// Elements that a path has brought together; of arrays among them, the elements.
    ///
    /// They are dropped again when they are through: ``drop(_:)``.
    mutating func gather(_ list: [Found.Element]) -> Elements {
        gathered.append(Gathered(list: list[...]))
        var elements = Elements()
        elements.isGathered = true
        return elements
    }

    /// Forgets what a path has brought together.
    mutating func drop(_ elements: Elements) {
        if elements.isGathered { gathered.removeLast() }
    }

    /// The next element, or -1; from here on ``trail`` is what lies between it and the record around.
    mutating func next(of elements: inout Elements) -> (place: Int, index: Int32) {
        if !trail.isEmpty { trail = [] }
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
                trail = gathered[last].trail
                return element
            }
            guard let found = gathered[last].list.popFirst() else { return element }
            gathered[last].trail = found.trail
            // An array stands for its elements, anything else for itself.
            elements.next =
                tape.isArray(at: found.place) ? tape.firstChild(of: found.place) : found.place
            elements.end = tape.next(after: found.place)
        }
    }
}
