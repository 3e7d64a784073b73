import Payload

/// Finds records that are the elements of an array, at the top of a JSON document or behind keys.
///
/// A state machine over chunks that may end anywhere. On the way to the array it compares keys and steps
/// over what lies beside; in the array it copies elements; behind it, it only follows the document to
/// its end. A key that is repeated counts the first time: the later one is not known in time.
struct ArraySplitter {
    enum State: Sendable, Hashable {
        /// In front of the value to which the first keys of the path lead.
        case value
        /// In an object on the way: in front of a key, or of the end if it is the first.
        case key(isFirst: Bool)
        case inKey(isBehindBackslash: Bool)
        case colon
        case beside
        case behindBeside
        case element(isFirst: Bool)
        case inElement
        case behindElement
        /// Behind the array, in the objects around it.
        case around
        case end
    }

    var state: State
    var scanner = ValueScanner()
    var lines: LineCounter
    /// How many keys of the path lead to where it is.
    var level: Int
    var keyBytes: [UInt8] = []
    /// Up to which byte of the chunk lines are counted.
    var counted = 0
    let path: [[UInt8]]
    let shownPath: String
    let allowsTrailingComma: Bool

    init(_ path: PayloadPath, allowsTrailingComma: Bool) {
        self.path = path.components.map(\.utf8)
        shownPath = path.description
        self.allowsTrailingComma = allowsTrailingComma
        state = .value
        level = 0
        lines = LineCounter()
    }

    /// Goes on behind an element, or behind everything.
    mutating func goOn(behindElementAt place: SourcePlace, isFinished: Bool) {
        state = isFinished ? .end : .behindElement
        level = path.count
        lines = LineCounter(place)
    }

    /// Where the next byte is.
    var place: SourcePlace { lines.place }

    /// Moves over a chunk until it ends or the batch is full, and returns how far it came.
    mutating func take(
        _ chunk: [UInt8], from start: Int, into batch: inout BatchBuilder
    ) throws(ImportError) -> Int {
        try ByteWindow.over(chunk) { (window) throws(ImportError) -> Int in
            var index = start
            counted = start
            while index < window.count, !batch.isFull {
                switch state {
                case .inElement:
                    let end = scanner.scan(window, from: index)
                    try batch.append(chunk[index..<end])
                    index = end
                    if end < window.count {
                        batch.end(at: place(at: end, window))
                        state = .behindElement
                    }
                case .beside:
                    index = scanner.scan(window, from: index)
                    if index < window.count { state = .behindBeside }
                case .around:
                    index = skipAround(window, from: index)
                case .inKey(let isBehindBackslash):
                    index = try readKey(window, chunk, from: index, isBehindBackslash)
                default:
                    index = window.skipWhiteSpace(from: index)
                    guard index < window.count else { break }
                    index = try step(window, at: index, &batch)
                }
            }
            _ = place(at: index, window)
            return index
        }
    }

    /// Checks that the document was complete.
    mutating func finish(_ batch: inout BatchBuilder) throws(ImportError) {
        guard state != .end else { return }
        batch.abandon()
        throw fault(
            expected: "more of the document", found: "its end",
            advice: "see whether it was cut off")
    }

    /// The place of a byte of the chunk; lines are counted up to there.
    mutating func place(at index: Int, _ window: ByteWindow) -> SourcePlace {
        if index > counted { lines.advance(over: window, counted..<index) }
        counted = max(counted, index)
        return lines.place
    }

    /// A fault at the place up to which lines are counted.
    func fault(expected: String, found: String, advice: String) -> ImportError {
        ImportError(
            .malformedSource, "expected \(expected), found \(found); \(advice)", at: lines.place)
    }
}
