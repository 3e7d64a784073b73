import MercatorPayload

/// Finds records that are the elements of an array or the members of an object, at the top level of
/// a JSON document or at a path of keys.
///
/// A state machine over chunks with arbitrary boundaries. Before the collection, it compares keys
/// and skips other values; within the collection, it copies elements; after it, it only follows the
/// document to its end. The first of duplicate keys wins, because later ones are not known in time.
/// An element of an object includes its key.
struct CollectionSplitter {
    enum State: Sendable, Hashable {
        /// Before the value at the first `level` keys of the path.
        case value
        /// In an object on the path: before a key or, if it is the first, the end of the object.
        case key(isFirst: Bool)
        case inKey(isBehindBackslash: Bool)
        case colon
        case beside
        case behindBeside
        case element(isFirst: Bool)
        case inElement
        case behindElement
        /// After the collection, in its enclosing objects.
        case around
        case end
    }

    var state: State
    var scanner = ValueScanner()
    var lines: LineCounter
    /// The number of keys of the path matched so far.
    var level: Int
    var keyBytes: [UInt8] = []
    /// The index in the chunk up to which lines are counted.
    var counted = 0
    let path: [[UInt8]]
    let shownPath: String
    /// Indicates whether the collection is an object.
    let isObject: Bool
    let allowsTrailingComma: Bool

    init(_ path: PayloadPath, isObject: Bool, allowsTrailingComma: Bool) {
        self.path = path.components.map(\.utf8)
        shownPath = path.description
        self.isObject = isObject
        self.allowsTrailingComma = allowsTrailingComma
        state = .value
        level = 0
        lines = LineCounter()
    }

    /// Continues after an element, or at the end of the document.
    mutating func goOn(behindElementAt position: SourcePosition, isFinished: Bool) {
        state = isFinished ? .end : .behindElement
        level = path.count
        lines = LineCounter(position)
    }

    /// The position of the next byte.
    var position: SourcePosition { lines.position }

    /// Processes a chunk until it ends or the batch is full, and returns the index reached.
    mutating func take(
        _ chunk: [UInt8], from start: Int, into batch: inout BatchBuilder
    ) throws(ImportError) -> Int {
        try ByteScanner.scan(chunk) { (window) throws(ImportError) -> Int in
            var index = start
            counted = start
            while index < window.count, !batch.isFull {
                switch state {
                case .inElement:
                    let end = scanner.scan(window, from: index)
                    try batch.append(chunk[index..<end])
                    index = end
                    if end < window.count {
                        batch.end(at: position(at: end, window))
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
            _ = position(at: index, window)
            return index
        }
    }

    /// Throws if the document is incomplete.
    mutating func finish(_ batch: inout BatchBuilder) throws(ImportError) {
        guard state != .end else { return }
        batch.abandon()
        throw fault(
            expected: "more of the document", found: "its end",
            advice: "see whether it was cut off")
    }

    /// Returns the position of a byte of the chunk, counting lines up to it.
    mutating func position(at index: Int, _ window: ByteScanner) -> SourcePosition {
        if index > counted { lines.advance(over: window, counted..<index) }
        counted = max(counted, index)
        return lines.position
    }

    /// Creates an error at the position up to which lines are counted.
    func fault(expected: String, found: String, advice: String) -> ImportError {
        ImportError(
            .malformedSource, "expected \(expected), found \(found); \(advice)", at: lines.position)
    }
}
