import Payload

/// How deep the walk is, and where it is in each level.
extension CollectPass {
    /// What came of looking at a representation.
    enum Outcome {
        case read
        /// It does not fit, which was reported, or nobody wanted it.
        case unread
        /// It is a record, and there are relationships to follow from it.
        case deeper(Level)
    }

    /// A record whose relationships are being followed.
    struct Level {
        let record: Int32
        let plan: EntityPlan
        /// Where its attributes and relationships begin in ``MappingSession/places``.
        let firstPlace: Int
        /// What relationships get where it is a list, by target.
        let lists: [Int: Found]?
        /// The next relationship.
        var relationship = 0
        /// Whether a relationship is being walked.
        var isOpen = false
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
        /// What is not to be followed again inside, if it leads outwards.
        var outward: String?

        init(_ step: Step, _ elements: Elements, first: Int) {
            (self.step, self.elements, self.first) = (step, elements, first)
        }
    }

    /// Representations, one after the other, each with its place in the list; `null` is none.
    struct Elements {
        /// The objects between the record around and the last element, outermost first.
        private(set) var trail: [Int32] = []
        private var single = -1
        private var list: [Found.Element] = []
        private var position = 0
        /// What is left of an array.
        private var next = 0
        private var end = 0
        private var index: Int32 = 0

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
            self.list = list
        }

        mutating func next(on tape: PayloadTape) -> (place: Int, index: Int32)? {
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
                guard position < list.count else { return nil }
                let element = list[position]
                position += 1
                trail = element.trail
                if tape.isArray(at: element.place) {
                    (next, end) = (
                        tape.firstChild(of: element.place), tape.end(of: element.place)
                    )
                } else if !tape.isNull(at: element.place) {
                    return numbered(element.place)
                }
            }
        }

        private mutating func numbered(_ place: Int) -> (place: Int, index: Int32) {
            defer { index += 1 }
            return (place, index)
        }
    }
}
