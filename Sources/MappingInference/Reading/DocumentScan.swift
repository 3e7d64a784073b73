import MercatorPayload

/// Scans the containers of a document for commas to divide it at.
///
/// Only brackets are checked; the parser validates the rest.
struct DocumentScan {
    /// An open container.
    struct Level {
        let isObject: Bool
        /// Indicates whether the document may be divided at a comma in the container.
        let isDivisible: Bool
        /// The byte range of the key, including quotation marks; empty in an array.
        var key: Range<Int>
        /// The offset of the container in the document.
        let offset: Int
        /// The last comma in the container itself, a place to divide the document at.
        var comma: Int?
        var commas = 0
    }

    /// The reason why a scan stopped.
    enum Stop { case bytes, comma, end, fault }

    /// The next byte to scan.
    private(set) var index = 0
    private(set) var levels: [Level] = []
    /// The number of open containers that the piece continues.
    private(set) var continued = 0
    /// The offsets of divided objects that are too large to be records.
    private(set) var large: Set<Int> = []
    private let membersOfRecord: Int
    private var text = 0..<0
    private var isInText = false
    private var isBehindBackslash = false
    /// Greater than the maximum nesting depth of a document.
    private static let deepest = 1024

    init(membersOfRecord: Int) { self.membersOfRecord = membersOfRecord }

    /// The outermost container that can be divided at a comma.
    var divisible: (level: Int, comma: Int)? {
        levels.indices.lazy.compactMap { level in levels[level].comma.map { (level, $0) } }.first
    }

    /// Advances to a comma that allows a division at or after `bound`, or to the end of the
    /// document.
    ///
    /// At the end, ``index`` is after the last byte of the document.
    mutating func advance(over bytes: [UInt8], until bound: Int, offset: Int) -> Stop {
        guard index < bytes.count else { return .bytes }
        return ByteScanner.scan(bytes) { scanner in
            while index < scanner.count {
                guard !isInText else {
                    passText(scanner)
                    continue
                }
                let byte = nextMark(scanner)
                if byte == Self.quotationMark {
                    isInText = true
                    text = (index - 1)..<index
                } else if byte == Self.comma {
                    passComma()
                    if index > bound, divisible != nil { return .comma }
                } else if byte | 0x20 == Self.openingBrace {
                    guard open(byte, offset: offset) else { return .fault }
                } else if byte | 0x20 == Self.closingBrace {
                    guard close(byte) else { return .fault }
                    if levels.isEmpty { return .end }
                }
            }
            return .bytes
        }
    }

    /// Returns the next structural byte, or the last byte.
    private mutating func nextMark(_ scanner: ByteScanner) -> UInt8 {
        var index = index
        var byte: UInt8 = 0
        while index < scanner.count {
            byte = scanner.byte(at: index)
            index &+= 1
            if byte == Self.quotationMark || byte == Self.comma { break }
            if byte | 0x20 == Self.openingBrace || byte | 0x20 == Self.closingBrace { break }
        }
        self.index = index
        return byte
    }

    // Local constants, since other modules' constants are read through a call.
    private static let quotationMark: UInt8 = 0x22
    private static let backslash: UInt8 = 0x5C
    private static let comma: UInt8 = 0x2C
    private static let openingBrace: UInt8 = 0x7B
    private static let closingBrace: UInt8 = 0x7D

    /// Advances to the end of a string.
    private mutating func passText(_ scanner: ByteScanner) {
        if isBehindBackslash {
            isBehindBackslash = false
            index &+= 1
        }
        index = scanner.endOfPlainText(from: index)
        guard index < scanner.count else { return }
        if scanner.byte(at: index) == Self.backslash {
            isBehindBackslash = true
        } else {
            isInText = false
            text = text.lowerBound..<(index &+ 1)
        }
        index &+= 1
    }

    private mutating func passComma() {
        guard let last = levels.indices.last else { return }
        levels[last].commas += 1
        if levels[last].isDivisible { levels[last].comma = index - 1 }
    }

    private mutating func open(_ byte: UInt8, offset: Int) -> Bool {
        guard levels.count < Self.deepest else { return false }
        let isObject = byte == Self.openingBrace
        let isInObject = levels.last?.isObject ?? true
        levels.append(
            Level(
                isObject: isObject,
                isDivisible: (levels.last?.isDivisible ?? true) && (isObject || isInObject),
                key: levels.isEmpty || !isInObject ? 0..<0 : text, offset: offset + index - 1))
        return true
    }

    private mutating func close(_ byte: UInt8) -> Bool {
        guard let last = levels.popLast(), last.isObject == (byte == Self.closingBrace) else {
            return false
        }
        if levels.count < continued {
            continued = levels.count
            if last.isObject, last.commas >= membersOfRecord { large.insert(last.offset) }
        }
        return true
    }

    /// Begins a piece after a comma in a container.
    mutating func divide(in level: Int) {
        levels[level].comma = nil
        continued = level + 1
    }

    /// Discards bytes before the current piece.
    mutating func drop(_ count: Int) {
        index -= count
        text = (text.lowerBound - count)..<(text.upperBound - count)
        for level in levels.indices {
            levels[level].comma = levels[level].comma.map { $0 - count }
            let key = levels[level].key
            levels[level].key = (key.lowerBound - count)..<(key.upperBound - count)
        }
    }
}
