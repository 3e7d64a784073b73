import ObjectGraph
import Payload

/// The keys that a walk has met at each node of a ``KeyForest``, and which came after which.
///
/// Servers keep the order of members: nearly always a key is the one that came next the last time,
/// and comparing it with that one says what is to be done with its value, also if that is nothing.
struct KeyMemory {
    private struct Key {
        /// Where it stood first.
        let place: Int32
        let node: Int32
        /// The entry of the forest, or -1 if nobody asks for the key.
        let entry: Int32
        /// What gets the value, if that is one target and all there is to do; or -1.
        let target: Int32
        /// The key that came next the last time, or -1.
        var next: Int32 = -1
    }

    /// What is found out about a key.
    struct Answer {
        /// The entry of the forest, or -1.
        let entry: Int
        /// What gets the value, if that is one target and all there is to do; or -1.
        let target: Int
        /// What the next key is asked with.
        let number: Int
    }

    /// The keys, behind one for each node that stands for the start of an object.
    private var keys: [Key]
    private var numbers = IntegerTable()
    private let limit: Int

    /// How many keys are remembered: objects may have identifiers for keys, and no end of them.
    private static let most = 8192

    init(_ forest: KeyForest) {
        keys = forest.nodes.indices.map { Key(place: -1, node: Int32($0), entry: -1, target: -1) }
        limit = keys.count + Self.most
    }

    /// Finds out what a key is, which comes after another one, or after the start of an object: the
    /// number of the node.
    @inline(__always)
    mutating func find(
        _ place: Int, in node: Int, after last: Int, _ tape: PayloadTape, _ forest: KeyForest
    ) -> Answer {
        let expected = Int(keys[last].next)
        if expected >= 0, tape.isSameScalar(place, Int(keys[expected].place)) {
            return answer(expected)
        }
        return search(place, in: node, after: last, tape, forest)
    }

    @inline(never)
    private mutating func search(
        _ place: Int, in node: Int, after last: Int, _ tape: PayloadTape, _ forest: KeyForest
    ) -> Answer {
        let digest = tape.digest(of: tape.textRange(at: place)) ^ Int64(node) << 40
        if let number = numbers[digest], Int(keys[number].node) == node,
            tape.isSameScalar(place, Int(keys[number].place))
        {
            keys[last].next = Int32(number)
            return answer(number)
        }
        let entry = forest.entry(in: node, for: place, tape) ?? -1
        let target = entry < 0 ? nil : forest.onlyTarget(of: entry)
        guard keys.count < limit else {
            return Answer(entry: entry, target: target ?? -1, number: last)
        }
        let number = keys.count
        keys.append(
            Key(
                place: Int32(place), node: Int32(node), entry: Int32(entry),
                target: Int32(target ?? -1)))
        numbers.set(digest, number)
        keys[last].next = Int32(number)
        return answer(number)
    }

    private func answer(_ number: Int) -> Answer {
        Answer(
            entry: Int(keys[number].entry), target: Int(keys[number].target), number: number)
    }
}
