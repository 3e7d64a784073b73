/// Notes where the members of objects are that a ``KeyForest`` asks for.
///
/// It remembers the keys that it has met at each node of the forest, and which came after which.
/// Servers keep the order of members: nearly always a key is the one that came next the last time, and
/// comparing it with that one says what is to be done with its value, also if that is nothing.
package struct MemberWalk {
    package let forest: KeyForest
    /// Entries whose values are arrays that a path goes on from.
    package var crossings: [Int] = []
    /// Values on the way of a path that are no objects, and the entries they were met at.
    package var obstacles: [(place: Int, entry: Int)] = []
    /// The keys, behind one for each node that stands for the start of an object.
    private var keys: [KnownKey]
    private var numbers: [Int64: Int32] = [:]
    private let limit: Int

    /// How many keys are remembered: objects may have identifiers for keys, and no end of them.
    private static let most = 8192

    package init(_ forest: KeyForest) {
        self.forest = forest
        keys = forest.nodes.indices.map(KnownKey.init(startOf:))
        limit = keys.count + Self.most
    }

    /// Walks the members of an object; of members with one key the last one counts.
    ///
    /// - Parameters:
    ///   - object: Its place on the tape.
    ///   - node: The node for it.
    ///   - tape: The tape it is on.
    ///   - places: Where the places of values go.
    ///   - first: Where among them that of the first target is.
    package mutating func walk(
        _ object: Int, node: Int, _ tape: PayloadTape, into places: inout [Int32], from first: Int
    ) {
        var step = MemberStep(key: tape.firstChild(of: object), last: node)
        let end = tape.end(of: object)
        while true {
            tape.follow(keys, from: &step, to: end, into: &places, from: first)
            guard step.key < end else { return }
            // A key that is new here, or more to do than noting one place.
            let found = find(step.key, in: node, after: step.last, tape)
            let value = step.key + 1
            if found.entry >= 0 { take(value, found.entry, tape, into: &places, from: first) }
            step = MemberStep(key: tape.next(after: value), last: found.number)
        }
    }

    /// The number and the entry of a key; where there is no room for it, the number of the one before.
    private mutating func find(
        _ place: Int, in node: Int, after last: Int, _ tape: PayloadTape
    ) -> (number: Int, entry: Int) {
        let expected = Int(keys[last].next)
        if expected >= 0, tape.isSameScalar(place, Int(keys[expected].place)) {
            return (expected, Int(keys[expected].entry))
        }
        let digest = tape.digest(of: tape.textRange(at: place)) ^ Int64(node) << 40
        if let number = numbers[digest].map(Int.init), Int(keys[number].node) == node,
            tape.isSameScalar(place, Int(keys[number].place))
        {
            keys[last].next = Int32(number)
            return (number, Int(keys[number].entry))
        }
        let entry = forest.entry(in: node, for: place, tape)
        guard keys.count < limit else { return (last, entry ?? -1) }
        let target = entry.map { forest.onlyTarget(of: $0).map(Int32.init) ?? KnownKey.manifold }
        numbers[digest] = Int32(keys.count)
        keys[last].next = Int32(keys.count)
        keys.append(
            KnownKey(
                at: place, node: node, entry: entry ?? -1, target: target ?? KnownKey.unwanted, tape
            ))
        return (keys.count - 1, entry ?? -1)
    }

    private mutating func take(
        _ value: Int, _ number: Int, _ tape: PayloadTape, into places: inout [Int32],
        from first: Int
    ) {
        let entry = forest.entries[number]
        for target in entry.targets {
            places[first + Int(forest.targets[Int(target)])] = Int32(value)
        }
        guard entry.child >= 0 else { return }
        // A member may be there twice: nothing of the first one counts.
        for target in entry.inner { places[first + Int(forest.targets[Int(target)])] = -1 }
        if tape.isObject(at: value) {
            walk(value, node: Int(entry.child), tape, into: &places, from: first)
        } else if tape.isArray(at: value) {
            crossings.append(number)
        } else if !tape.isNull(at: value) {
            obstacles.append((value, number))
        }
    }
}
