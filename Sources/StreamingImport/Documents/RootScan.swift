import MercatorPayload

/// Finds the kinds of values at root paths, in chunks of a JSON document.
///
/// It follows only the keys on the paths, skips all other values, and ends with the last path.
/// Skipped values are validated later, by the parser.
struct RootScan {
    /// The kind of value at a root path.
    enum Kind: Sendable {
        case array, object
        /// A scalar, or a path that leads through an array.
        case other
    }

    private enum State {
        case value, key, colon, skipping, behindValue
        case inKey(isBehindBackslash: Bool)
    }

    /// The kinds in the order of the paths; `nil` if a path is absent.
    private(set) var kinds: [Kind?]
    /// Indicates whether no further bytes are needed.
    private(set) var isOver = false
    /// Indicates whether the document is malformed on the way to the paths.
    private(set) var isMalformed = false
    private let paths: [[[UInt8]]]
    private var state = State.value
    /// The paths that lead through the objects that are open, outermost first.
    private var open: [[Int]] = []
    /// The paths that lead to the value that is next.
    private var active: [Int]
    private var keyBytes: [UInt8] = []
    private var scanner = ValueScanner()

    init(_ paths: [PayloadPath]) {
        self.paths = paths.map { $0.components.map(\.utf8) }
        kinds = paths.map { _ in nil }
        active = Array(paths.indices)
    }

    /// Reads the next chunk; a byte order mark must have been removed.
    mutating func read(_ chunk: [UInt8]) {
        ByteScanner.scan(chunk) { window in
            var index = 0
            while index < window.count, !isOver {
                switch state {
                case .skipping:
                    index = scanner.scan(window, from: index)
                    if index < window.count { state = .behindValue }
                case .inKey(let isBehindBackslash):
                    index = readKey(window, chunk, from: index, isBehindBackslash)
                default:
                    index = window.skipWhiteSpace(from: index)
                    guard index < window.count else { break }
                    index = step(window.byte(at: index), at: index)
                }
            }
        }
    }

    /// Ends the document.
    mutating func finish() {
        if !isOver { fail() }
    }

    private mutating func fail() {
        (isMalformed, isOver) = (true, true)
    }

    /// Performs a transition at a byte other than white space, and returns the next index.
    private mutating func step(_ byte: UInt8, at index: Int) -> Int {
        switch (state, byte) {
        case (.value, _): return openValue(byte, at: index)
        case (.key, Byte.quotationMark):
            keyBytes = []
            state = .inKey(isBehindBackslash: false)
        case (.colon, Byte.colon): passColon()
        case (.behindValue, Byte.comma) where !open.isEmpty: state = .key
        case (.key, Byte.closingBrace), (.behindValue, Byte.closingBrace):
            open.removeLast()
            state = .behindValue
            isOver = open.isEmpty
        default: fail()
        }
        return index + 1
    }

    /// Notes the kind of a value, and enters it if paths lead through it.
    private mutating func openValue(_ byte: UInt8, at index: Int) -> Int {
        let isObject = byte == Byte.openingBrace
        let isArray = byte == Byte.openingBracket
        let inner = active.filter { paths[$0].count > open.count }
        for path in active where kinds[path] == nil {
            let isInside = paths[path].count > open.count
            if isInside, !isArray { continue }
            kinds[path] = isInside || !(isObject || isArray) ? .other : isObject ? .object : .array
        }
        isOver = kinds.allSatisfy { $0 != nil }
        guard isObject, !inner.isEmpty else {
            scanner = ValueScanner()
            state = .skipping
            // The value at the top is the last one.
            if open.isEmpty, !isOver { isOver = true }
            return index
        }
        open.append(inner)
        state = .key
        return index + 1
    }

    private mutating func readKey(
        _ window: ByteScanner, _ chunk: [UInt8], from start: Int, _ isBehindBackslash: Bool
    ) -> Int {
        var index = start
        var isEscaped = isBehindBackslash
        while index < window.count {
            let byte = window.byte(at: index)
            if byte == Byte.quotationMark, !isEscaped { break }
            isEscaped = byte == Byte.backslash && !isEscaped
            index += 1
        }
        keyBytes += chunk[start..<index]
        guard index < window.count else {
            state = .inKey(isBehindBackslash: isEscaped)
            return index
        }
        state = .colon
        return index + 1
    }

    /// Chooses the paths that lead through a key.
    private mutating func passColon() {
        let key = keyBytes.unescapedKey
        let depth = open.count - 1
        active = (open.last ?? []).filter { kinds[$0] == nil && paths[$0][depth] == key }
        scanner = ValueScanner()
        state = active.isEmpty ? .skipping : .value
    }
}
