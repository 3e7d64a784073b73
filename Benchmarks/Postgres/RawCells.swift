/// Values in the binary form of the protocol, for `COPY` and for arrays: the length, and the
/// content in network order.
///
/// - Invariant: `start` has room for `capacity` bytes, of which `count` are initialized.
@safe
struct RawCells: ~Copyable {
    private var start: UnsafeMutableRawPointer
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int = 1 << 17) {
        self.capacity = capacity
        unsafe start = .allocate(byteCount: capacity, alignment: 16)
    }

    deinit {
        unsafe start.deallocate()
    }

    /// Appends a `bigint`.
    mutating func add(_ number: Int64) {
        addRaw(8 as Int32)
        addRaw(number)
    }

    /// Appends a `float8`.
    mutating func add(_ number: Double) {
        addRaw(8 as Int32)
        addRaw(number.bitPattern)
    }

    /// Appends a `boolean`.
    mutating func add(_ flag: Bool) {
        addRaw(1 as Int32)
        addRaw(flag ? 1 : 0 as UInt8)
    }

    /// Appends a `text`.
    mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            addRaw(Int32(bytes.count))
            unsafe addRaw(UnsafeRawBufferPointer(bytes))
        }
    }

    /// Appends the beginning of an array, before its elements.
    mutating func beginArray(of type: UInt32, count: Int) {
        addRaw(1 as Int32)
        addRaw(0 as Int32)
        addRaw(type)
        addRaw(Int32(count))
        addRaw(1 as Int32)
    }

    /// Appends a number without a length.
    mutating func addRaw<Number: FixedWidthInteger>(_ number: Number) {
        unsafe room(MemoryLayout<Number>.size)
            .storeBytes(of: number.bigEndian, as: Number.self)
    }

    /// Appends bytes without a length.
    @unsafe
    mutating func addRaw(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        unsafe room(bytes.count).copyMemory(from: source, byteCount: bytes.count)
    }

    /// Removes everything, but keeps the memory.
    mutating func removeAll() { count = 0 }

    /// Calls a closure with the content.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try unsafe body(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Returns the address for further bytes, which the caller initializes.
    @unsafe
    private mutating func room(_ size: Int) -> UnsafeMutableRawPointer {
        if capacity - count < size {
            capacity = max(capacity * 2, count + size)
            let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
            unsafe larger.copyMemory(from: start, byteCount: count)
            unsafe start.deallocate()
            unsafe start = larger
        }
        defer { count += size }
        return unsafe start + count
    }
}

/// The types of array elements.
enum RawType {
    static let boolean: UInt32 = 16
    static let bigint: UInt32 = 20
    static let text: UInt32 = 25
    static let double: UInt32 = 701
}

/// The arrays that a statement gets as parameters.
struct RawArrays: ~Copyable {
    private var cells = RawCells()
    private var starts: [Int] = []

    /// Appends an array of numbers.
    mutating func add(_ numbers: some Collection<Int64>) {
        begin(RawType.bigint, numbers.count)
        for number in numbers { cells.add(number) }
    }

    /// Appends an array of numbers.
    mutating func add(_ numbers: some Collection<Double>) {
        begin(RawType.double, numbers.count)
        for number in numbers { cells.add(number) }
    }

    /// Appends an array of texts.
    mutating func add(_ texts: some Collection<String>) {
        begin(RawType.text, texts.count)
        for text in texts { cells.add(text) }
    }

    private mutating func begin(_ type: UInt32, _ count: Int) {
        starts.append(cells.count)
        cells.beginArray(of: type, count: count)
    }

    /// Calls a closure with the addresses, lengths and formats of the arrays.
    func withParameters<Result>(
        _ body: ([UnsafePointer<CChar>?], [Int32], [Int32]) throws -> Result
    ) rethrows -> Result {
        let ends = starts.dropFirst() + [cells.count]
        let lengths = zip(starts, ends).map { Int32($1 - $0) }
        return try unsafe cells.withBytes { bytes in
            let values = unsafe starts.map { start in
                unsafe bytes.baseAddress.map { base in
                    unsafe UnsafePointer((base + start).assumingMemoryBound(to: CChar.self))
                }
            }
            return try unsafe body(values, lengths, lengths.map { _ in 1 })
        }
    }
}
