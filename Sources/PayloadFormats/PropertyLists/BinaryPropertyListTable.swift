import MercatorPayload

/// The object table of a binary property list, with bounds checks for all objects.
struct BinaryPropertyListTable {
    let source: FormatSource
    /// The number of the root object.
    let top: Int
    /// The size in bytes of an object number in a container.
    let referenceSize: Int
    private let count: Int
    private let offsetSize: Int
    private let start: Int

    private static let headerSize = 8
    private static let trailerSize = 32

    /// Reads the trailer.
    init(_ source: FormatSource) throws {
        self.source = source
        let bytes = source.bytes
        guard source.has("bplist0", at: 0) else {
            throw source.malformed("'bplist0'", at: 0, advice: "send version 0 of the format")
        }
        let end = bytes.count - BinaryPropertyListTable.trailerSize
        guard end > BinaryPropertyListTable.headerSize else {
            throw source.fault(.unexpectedEnd, at: bytes.count)
        }
        offsetSize = Int(bytes[end + 6])
        referenceSize = Int(bytes[end + 7])
        let numbers = [8, 16, 24].map { distance in
            Int(
                exactly: BinaryPropertyListTable.integer(
                    bytes[(end + distance)..<(end + distance + 8)]))
        }
        guard 1...8 ~= offsetSize, 1...8 ~= referenceSize, let count = numbers[0],
            let top = numbers[1], let start = numbers[2], top < count,
            start > BinaryPropertyListTable.headerSize, start <= end,
            count <= (end - start) / offsetSize
        else {
            throw source.malformed(
                "a trailer that describes the list", at: end, advice: "see whether it was cut off")
        }
        (self.count, self.top, self.start) = (count, top, start)
    }

    /// Returns the offset of an object.
    func offset(of reference: Int) throws -> Int {
        let entryOffset = start + reference * offsetSize
        let value = BinaryPropertyListTable.integer(
            source.bytes[entryOffset..<(entryOffset + offsetSize)])
        guard let offset = Int(exactly: value), offset >= BinaryPropertyListTable.headerSize,
            offset < start
        else {
            throw source.malformed(
                "the offset of an object", at: entryOffset,
                advice: "see whether the list was damaged")
        }
        return offset
    }

    /// Reads an object number from a container.
    func reference(at offset: Int) throws -> Int {
        let value = BinaryPropertyListTable.integer(source.bytes[offset..<(offset + referenceSize)])
        guard value < UInt64(count) else {
            throw source.malformed(
                "the number of an object", at: offset, advice: "see whether the list was damaged")
        }
        return Int(value)
    }

    /// Returns the count of an object and the offset of its contents.
    ///
    /// Counts of fifteen or more follow the marker.
    func count(at offset: Int) throws -> (count: Int, start: Int) {
        let low = Int(source.bytes[offset] & 0x0F)
        guard low == 0x0F else { return (low, offset + 1) }
        let marker = try body(from: offset + 1, count: 1, ofSize: 1, at: offset)
        let size = source.bytes[marker.lowerBound]
        guard size >> 4 == 0x1, size & 0x0F <= 3 else {
            throw source.malformed(
                "a count", at: marker.lowerBound, advice: "see whether the list was damaged")
        }
        let digits = try body(from: offset + 2, count: 1 << Int(size & 0x0F), ofSize: 1, at: offset)
        guard let count = Int(exactly: BinaryPropertyListTable.integer(source.bytes[digits])) else {
            throw source.malformed(
                "a count", at: digits.lowerBound, advice: "see whether the list was damaged")
        }
        return (count, digits.upperBound)
    }

    /// Returns the bytes of an object, which must end before the offset table.
    func body(
        from first: Int, count: Int, ofSize size: Int, at offset: Int
    ) throws -> Range<Int> {
        let (length, overflows) = count.multipliedReportingOverflow(by: size)
        guard !overflows, first <= start, length <= start - first else {
            throw source.malformed(
                "an object that ends before the offset table", at: offset,
                advice: "see whether the list was damaged")
        }
        return first..<(first + length)
    }

    /// Returns a big-endian integer of at most eight bytes.
    static func integer(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
