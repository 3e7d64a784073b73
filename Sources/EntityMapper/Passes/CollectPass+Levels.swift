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
        private var single = -1
        /// What is left of an array.
        private var next = 0
        private var end = 0
        private var index: Int32 = 0
        /// Those that a path has brought together, which is rare.
        private var gathered: Gathered?

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

        /// Those that a path has brought together; of arrays among them, the elements.
        init(_ list: [Found.Element]) {
            gathered = Gathered(list)
        }

        /// Whether a path has brought them together.
        var isGathered: Bool { gathered != nil }

        /// The objects between the record around and the last element, outermost first.
        var trail: [Int32] { gathered?.trail ?? [] }

        /// The next one, or -1.
        mutating func next(on tape: PayloadTape) -> (place: Int, index: Int32) {
            if single >= 0 {
                defer { single = -1 }
                return (single, index)
            }
            while true {
                while next < end {
                    let place = next
                    next = tape.next(after: place)
                    if !tape.isNull(at: place) { return numbered(place) }
                }
                guard let place = gathered?.next() else { return (-1, 0) }
                if tape.isArray(at: place) {
                    (next, end) = (tape.firstChild(of: place), tape.end(of: place))
                } else if !tape.isNull(at: place) {
                    return numbered(place)
                }
            }
        }

        private mutating func numbered(_ place: Int) -> (place: Int, index: Int32) {
            index &+= 1
            return (place, index &- 1)
        }
    }

    /// What a path has brought together; a class, so that all other elements are plain values.
    private final class Gathered {
        private var list: ArraySlice<Found.Element>
        private(set) var trail: [Int32] = []

        init(_ list: [Found.Element]) { self.list = list[...] }

        func next() -> Int? {
            guard let element = list.popFirst() else { return nil }
            trail = element.trail
            return element.place
        }
    }
}
