/// Locates the members of objects that a ``KeyTrie`` contains.
///
/// The matcher caches the keys it has met at each node, and the key that followed each. Servers
/// emit members in a stable order, so the next key is nearly always the same as last time: a single
/// comparison then identifies it and its targets, including keys without any.
package struct KeyMatcher {
    package let trie: KeyTrie
    /// Entries that paths continue through and whose values are arrays.
    package var crossings: [Int] = []
    /// Values that paths continue through but that are no objects, and their entries.
    package var obstacles: [(position: Int, entry: Int)] = []
    /// Values that are dropped, since their key is repeated, each with a target that loses it.
    package var dropped: [(position: Int, target: Int)] = []
    /// The object and the value of the most recent match of each entry with a child node.
    private var met: [(object: Int, value: Int)]
    /// The cached keys; the first key per node is a sentinel for the start of an object.
    private var keys: [KnownKey]
    private var numbers: [Int64: Int32] = [:]
    private let limit: Int

    /// The maximum number of cached keys, for objects that use identifiers as keys.
    private static let most = 8192

    package init(_ trie: KeyTrie) {
        self.trie = trie
        keys = trie.nodes.indices.map(KnownKey.init(startOf:))
        met = Array(repeating: (-1, -1), count: trie.entries.count)
        limit = keys.count + Self.most
    }

    /// Records the tape indices of an object's members.
    ///
    /// The last of several members with the same key counts.
    ///
    /// - Parameters:
    ///   - object: The tape index of the object.
    ///   - node: The node of the trie for the object.
    ///   - tape: The tape that holds the object.
    ///   - fields: The array that receives the locations of values.
    ///   - first: The index in `fields` of the first target.
    package mutating func match(
        _ object: Int, node: Int, _ tape: PayloadTape, into fields: inout [LocatedField],
        from first: Int
    ) {
        var step = MemberStep(key: tape.firstChild(of: object), last: node)
        let end = tape.end(of: object)
        while true {
            tape.follow(keys, from: &step, to: end, into: &fields, from: first)
            guard step.key < end else { return }
            // Either an unexpected key, or a value with several targets or a child node.
            let found = find(step.key, in: node, after: step.last, tape)
            let value = step.key + 1
            if found.entry >= 0 {
                take(value, of: object, found.entry, tape, into: &fields, from: first)
            }
            step = MemberStep(key: tape.next(after: value), last: found.number)
        }
    }

    /// Returns the number and the entry of a key.
    ///
    /// If the cache is full, it returns the number of the preceding key.
    private mutating func find(
        _ position: Int, in node: Int, after last: Int, _ tape: PayloadTape
    ) -> (number: Int, entry: Int) {
        let expected = Int(keys[last].next)
        if expected >= 0, tape.isSameScalar(position, Int(keys[expected].position)) {
            return (expected, Int(keys[expected].entry))
        }
        let digest = tape.digest(of: tape.textRange(at: position)) ^ Int64(node) << 40
        if let number = numbers[digest].map(Int.init), Int(keys[number].node) == node,
            tape.isSameScalar(position, Int(keys[number].position))
        {
            keys[last].next = Int32(number)
            return (number, Int(keys[number].entry))
        }
        let entry = trie.entry(in: node, for: position, tape)
        guard keys.count < limit else { return (last, entry ?? -1) }
        let target = entry.map { trie.onlyTarget(of: $0).map(Int32.init) ?? KnownKey.manifold }
        numbers[digest] = Int32(keys.count)
        keys[last].next = Int32(keys.count)
        keys.append(
            KnownKey(
                at: position, node: node, entry: entry ?? -1, target: target ?? KnownKey.unwanted,
                tape
            ))
        return (keys.count - 1, entry ?? -1)
    }

    private mutating func take(
        _ value: Int, of object: Int, _ number: Int, _ tape: PayloadTape,
        into fields: inout [LocatedField], from first: Int
    ) {
        let entry = trie.entries[number]
        for index in entry.targets {
            let target = Int(trie.targets[Int(index)])
            if let position = fields[first + target].position { dropped.append((position, target)) }
            fields[first + target] = LocatedField(at: value)
        }
        guard entry.child >= 0 else { return }
        if met[number].object == object, let target = entry.inner.first {
            // Discard the targets found in the earlier member.
            dropped.append((met[number].value, Int(trie.targets[Int(target)])))
            for index in entry.inner { fields[first + Int(trie.targets[Int(index)])] = .absent }
        }
        met[number] = (object, value)
        if tape.isObject(at: value) {
            match(value, node: Int(entry.child), tape, into: &fields, from: first)
        } else if tape.isArray(at: value) {
            crossings.append(number)
        } else if !tape.isNull(at: value) {
            obstacles.append((value, number))
        }
    }
}
