import MercatorPayload

/// Counts the lines and the records at the beginning of a file of lines, without parsing them.
struct LineScan {
    /// The number of lines that have ended.
    private(set) var lines = 0
    /// The number of lines with more than white space.
    private(set) var records = 0
    private var isBlank = true

    /// Reads the next chunk.
    mutating func read(_ chunk: [UInt8]) {
        ByteScanner.scan(chunk) { window in
            var index = 0
            while index < window.count {
                let end = window.firstOffset(of: Byte.lineFeed, from: index)
                if isBlank { isBlank = window.skipWhiteSpace(from: index) >= end }
                guard end < window.count else { break }
                lines += 1
                if !isBlank { records += 1 }
                isBlank = true
                index = end + 1
            }
        }
    }
}
