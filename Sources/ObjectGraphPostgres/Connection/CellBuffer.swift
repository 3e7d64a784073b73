/// Cells in the binary format of the protocol: the length in four bytes, -1 for `NULL`, and the
/// content; numbers in network order.
///
/// Parameters, the elements of arrays, and the columns of `COPY` have this form.
///
/// - Invariant: `start` has room for `capacity` bytes; the first `count` are initialized.
@safe
package struct CellBuffer: ~Copyable {
    /// The greatest size of a cell in bytes, which is a limit of the server.
    package static let cellLimit = 1_000_000_000

    private var start: UnsafeMutableRawPointer
    private var capacity: Int
    /// The size of the content in bytes.
    package private(set) var count = 0
    /// The number of cells that were appended.
    package private(set) var cellCount = 0
    /// The number of these that are `NULL`.
    private(set) var nullCount = 0
    /// Indicates whether a value exceeded ``cellLimit``; its cell is `NULL`, and a statement with
    /// the cells is refused.
    package private(set) var isTooLarge = false

    package init() {
        self.init(capacity: 256)
    }

    init(capacity: Int) {
        self.capacity = max(capacity, 16)
        unsafe start = .allocate(byteCount: self.capacity, alignment: 16)
    }

    deinit {
        unsafe start.deallocate()
    }

    /// Removes all cells, and keeps the memory.
    package mutating func removeAll() {
        (count, cellCount, nullCount, isTooLarge) = (0, 0, 0, false)
    }

    /// Calls a closure with the content.
    @unsafe
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        unsafe body(UnsafeRawBufferPointer(start: start, count: count))
    }
}

/// Room.
extension CellBuffer {
    /// Returns the address for further bytes, which the caller initializes.
    @unsafe
    private mutating func take(_ additional: Int) -> UnsafeMutableRawPointer {
        if capacity - count < additional { grow(by: additional) }
        let end = unsafe start + count
        count += additional
        return unsafe end
    }

    private mutating func grow(by additional: Int) {
        capacity = max(capacity * 2, count + additional)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        unsafe larger.copyMemory(from: start, byteCount: count)
        unsafe start.deallocate()
        unsafe start = larger
    }

    /// Appends an integer without a length.
    mutating func appendRaw(_ number: some FixedWidthInteger) {
        let number = number.bigEndian
        let end = unsafe take(MemoryLayout.size(ofValue: number))
        unsafe end.storeBytes(of: number, as: type(of: number))
    }

    /// Appends bytes without a length.
    @unsafe
    mutating func appendRaw(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        unsafe take(bytes.count).copyMemory(from: source, byteCount: bytes.count)
    }

    /// Begins a cell whose length is set by ``endCell(_:)``.
    mutating func beginCell() -> Int {
        appendRaw(0 as Int32)
        cellCount += 1
        return count
    }

    /// Ends a cell that began at an offset.
    mutating func endCell(_ begin: Int) {
        let length = count - begin
        guard length <= CellBuffer.cellLimit else { return refuseCell(begin) }
        set(Int32(length), at: begin - 4)
    }

    /// Makes the cell that began at an offset `NULL`, because its value is too large.
    private mutating func refuseCell(_ begin: Int) {
        isTooLarge = true
        nullCount += 1
        count = begin
        set(-1 as Int32, at: begin - 4)
    }

    /// Replaces an integer at an offset of the content.
    mutating func set(_ number: some FixedWidthInteger, at offset: Int) {
        precondition(offset >= 0 && offset + MemoryLayout.size(ofValue: number) <= count)
        unsafe (start + offset).storeBytes(of: number.bigEndian, as: type(of: number))
    }
}

/// Cells of each type.
extension CellBuffer {
    package mutating func appendNull() {
        cellCount += 1
        nullCount += 1
        appendRaw(-1 as Int32)
    }

    /// Appends a `bigint`.
    package mutating func append(_ number: Int64) {
        cellCount += 1
        let end = unsafe take(12)
        unsafe end.storeBytes(of: (8 as Int32).bigEndian, as: Int32.self)
        unsafe (end + 4).storeBytes(of: number.bigEndian, as: Int64.self)
    }

    /// Appends a `boolean`.
    package mutating func append(_ flag: Bool) {
        cellCount += 1
        let end = unsafe take(5)
        unsafe end.storeBytes(of: (1 as Int32).bigEndian, as: Int32.self)
        unsafe (end + 4).storeBytes(of: flag ? 1 : 0, as: UInt8.self)
    }

    /// Appends a `float8`; zero has no sign, and NaN is `NULL`, as in all stores.
    package mutating func append(_ number: Double) {
        guard !number.isNaN else { return appendNull() }
        append(Int64(bitPattern: (number + 0).bitPattern))
    }

    /// Appends a `text`, in the code of texts.
    package mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { unsafe append(text: UnsafeRawBufferPointer($0)) }
    }

    /// Appends the UTF-8 bytes of a `text`, in the code of texts.
    @unsafe
    mutating func append(text bytes: UnsafeRawBufferPointer) {
        let begin = beginCell()
        // Oversized values, which the server rejects anyway, are not copied.
        guard bytes.count <= CellBuffer.cellLimit else { return refuseCell(begin) }
        if unsafe TextCode.isPlain(bytes) {
            unsafe appendRaw(bytes)
        } else {
            for offset in 0..<bytes.count {
                let byte = unsafe bytes[offset]
                if byte < 2 { appendRaw(1 as UInt8) }
                appendRaw(byte < 2 ? byte + 1 : byte)
            }
        }
        endCell(begin)
    }

    /// Appends a `bytea`.
    package mutating func append(data bytes: [UInt8]) {
        let begin = beginCell()
        guard bytes.count <= CellBuffer.cellLimit else { return refuseCell(begin) }
        unsafe bytes.withUnsafeBytes { unsafe appendRaw($0) }
        endCell(begin)
    }

    /// Appends a `uuid`.
    mutating func append(uuid high: UInt64, _ low: UInt64) {
        cellCount += 1
        appendRaw(16 as Int32)
        appendRaw(high)
        appendRaw(low)
    }

    /// Appends an array whose elements a closure appends.
    mutating func appendArray<Failure: Error>(
        of type: PostgresType, _ fill: (inout CellBuffer) throws(Failure) -> Void
    ) throws(Failure) {
        let outer = (cells: cellCount, nulls: nullCount)
        let begin = beginCell()
        let header = count
        appendRaw(1 as Int32)
        appendRaw(0 as Int32)
        appendRaw(type.oid)
        appendRaw(0 as Int32)
        appendRaw(1 as Int32)
        let first = (cells: cellCount, nulls: nullCount)
        try fill(&self)
        let elements = cellCount - first.cells
        if elements == 0 {
            // An empty array has no dimensions.
            set(0 as Int32, at: header)
            count = header + 12
        } else {
            set(nullCount > first.nulls ? 1 : 0 as Int32, at: header + 4)
            set(Int32(clamping: elements), at: header + 12)
        }
        (cellCount, nullCount) = (outer.cells + 1, outer.nulls)
        endCell(begin)
    }
}
