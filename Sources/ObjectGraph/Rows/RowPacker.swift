/// Copies rows into separate small blocks, so that keeping a row does not keep alive the bytes
/// of a payload or the rows of a whole page.
struct RowPacker {
    /// The rows of a block, which one of them keeps alive.
    private static let blockLength = 32

    private var builder: RowBlockBuilder?
    private var packed: [Row] = []

    /// Appends a copy of a row, with values of another row in some slots.
    mutating func append(_ row: Row, replacing slots: [Int] = [], from other: Row? = nil) {
        guard row.count > 0 else {
            flush()
            return packed.append(row)
        }
        if let builder, builder.count == Self.blockLength || builder.width != row.count { flush() }
        if builder == nil {
            builder = RowBlockBuilder(width: row.count)
            builder?.reserve(Self.blockLength)
        }
        let index = builder?.append(row)
        guard let other, let index else { return }
        for slot in slots { builder?.set(slot, of: index, from: other) }
    }

    /// Returns the copies of all rows, in order.
    mutating func finish() -> [Row] {
        flush()
        return packed
    }

    private mutating func flush() {
        guard let block = builder?.compactBlock() else { return }
        packed += block.rows
        builder = nil
    }
}
