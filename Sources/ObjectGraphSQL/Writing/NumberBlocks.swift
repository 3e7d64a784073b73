import Synchronization

/// Numbers that this process has reserved in the file's sequences and not assigned yet.
///
/// A number belongs to the process whose transaction advanced the sequence past it. Unused numbers
/// are returned only while the sequence still ends where the block ends, and they are removed from
/// memory before the transaction that returns them begins to write, so no number is ever owned
/// twice. Blocks are changed only under the writer's lock; numbers can be taken from them without
/// it.
///
/// After a unit of work had to wait for a commit to reserve numbers, the next commits return none,
/// and blocks are larger: otherwise every load beside others would wait in this way.
package final class NumberBlocks: Sendable {
    /// Consecutive numbers of one sequence.
    package struct Block {
        /// The size of the first block; later ones are larger, so that large loads need few.
        package static let smallest: Int64 = 64
        fileprivate static let largest: Int64 = 65_536

        package var numbers: Range<Int64>
        package var size: Int64

        package init(numbers: Range<Int64>, size: Int64) {
            self.numbers = numbers
            self.size = size
        }

        /// The size of the next block.
        package var nextSize: Int64 { min(size * 2, Block.largest) }
    }

    private let blocks = Mutex<[Int: Block]>([:])
    /// The number of the next commits that return no numbers.
    private let kept = Atomic<Int>(0)

    /// The number of commits that return no numbers after a wait.
    private static let keptAfterWait = 64

    package init() {}

    /// Returns numbers from memory, or `nil` if there are not enough.
    package func take(_ count: Int, root: Int) -> Range<Int64>? {
        guard count > 0 else { return 0..<0 }
        return blocks.withLock { blocks in
            guard let numbers = blocks[root]?.numbers, numbers.count >= count else { return nil }
            let range = numbers.lowerBound..<(numbers.lowerBound + Int64(count))
            blocks[root]?.numbers = range.upperBound..<numbers.upperBound
            return range
        }
    }

    /// Removes a block from memory.
    package func remove(root: Int) -> Block? {
        blocks.withLock { $0.removeValue(forKey: root) }
    }

    /// Notes that a unit of work has to wait for a commit.
    package func noteWait() { kept.store(Self.keptAfterWait, ordering: .relaxed) }

    /// Returns the size of the block to reserve for a unit of work, after a block of a sequence.
    package func size(for count: Int, after old: Block?) -> Int64 {
        let size = old?.nextSize ?? Block.smallest
        guard kept.load(ordering: .relaxed) > 0 else { return size }
        return max(size, min(Int64(count) * 8, Block.largest))
    }

    /// Removes the blocks from memory that a commit returns.
    package func removeReturned() -> [Int: Block] {
        let rest = kept.load(ordering: .relaxed)
        if rest > 0 {
            kept.store(rest - 1, ordering: .relaxed)
            return [:]
        }
        return blocks.withLock { blocks in
            defer { blocks = [:] }
            return blocks
        }
    }

    /// Makes the numbers of a block available.
    package func put(_ block: Block, root: Int) {
        blocks.withLock { $0[root] = block }
    }
}
