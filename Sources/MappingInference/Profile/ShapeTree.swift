import Payload

/// The nodes of payloads as a tree in an array, with a fast search for members.
///
/// Records resemble each other, so the next member is guessed from the previous object, and its key
/// compared in place; only a wrong guess costs a search.
struct ShapeTree {
    /// The kind of step from the parent.
    enum Step: UInt8 { case document, member, element, entry }

    struct Node {
        let parent: Int32
        let step: Step
        /// The bytes of the key in ``ShapeTree/keys``.
        let keyStart: Int32
        let keyCount: Int32
        /// The hash of the key.
        let keyHash: UInt64
        /// The first and the last eight bytes of the key.
        var keyHead: UInt64 = 0
        var keyTail: UInt64 = 0
        var element: Int32 = -1
        var entry: Int32 = -1
        /// The first of the members, which are linked through ``next``.
        var firstMember: Int32 = -1
        var lastMember: Int32 = -1
        var next: Int32 = -1
        var memberCount: Int32 = 0
        /// The guesses: the first member of an object here, and the member after this one.
        var guessedFirst: Int32 = -1
        var guessedNext: Int32 = -1
        /// The ordinal of the last object that had this member, to recognise a repeated key.
        var seen = 0
    }

    var nodes: [Node] = []
    private(set) var keys: [UInt8] = []
    /// An open-addressing table from parent and key to the member's node.
    private var slots: [Int32] = []
    private var slotCount = 0

    /// Adds the root of a group of sources.
    mutating func addRoot() -> Int { add(Step.document, parent: -1) }

    private mutating func add(_ step: Step, parent: Int) -> Int {
        nodes.append(
            Node(parent: Int32(parent), step: step, keyStart: 0, keyCount: 0, keyHash: 0))
        return nodes.count - 1
    }

    /// Returns the node of an array's elements, adding it if needed.
    mutating func element(of place: Int) -> Int {
        if nodes[place].element < 0 { nodes[place].element = Int32(add(.element, parent: place)) }
        return Int(nodes[place].element)
    }

    /// Returns the node of a map's entries, adding it if needed.
    mutating func entry(of place: Int) -> Int {
        if nodes[place].entry < 0 { nodes[place].entry = Int32(add(.entry, parent: place)) }
        return Int(nodes[place].entry)
    }

    /// Returns the key of a member.
    func key(of place: Int) -> ArraySlice<UInt8> {
        let start = Int(nodes[place].keyStart)
        return keys[start..<start + Int(nodes[place].keyCount)]
    }

    /// The members of a node in order of first appearance.
    func members(of place: Int) -> [Int] {
        var members: [Int] = []
        members.reserveCapacity(Int(nodes[place].memberCount))
        var member = nodes[place].firstMember
        while member >= 0 {
            members.append(Int(member))
            member = nodes[Int(member)].next
        }
        return members
    }
}

/// Searching for members.
extension ShapeTree {
    /// Returns the node of a member, or -1.
    ///
    /// `previous` is the preceding member in the object, or -1, and `position` the key on the tape.
    mutating func member(
        of place: Int, after previous: Int, keyAt position: Int, _ tape: PayloadTape,
        _ scanner: ByteScanner
    ) -> Int {
        let guess = Int(
            previous < 0 ? nodes[place].guessedFirst : nodes[previous].guessedNext)
        if guess >= 0, isKey(of: guess, at: position, tape, scanner) { return guess }
        return search(place, previous, position, tape, scanner)
    }

    /// Tests whether a key on the tape is a member's key.
    private func isKey(
        of member: Int, at position: Int, _ tape: PayloadTape, _ scanner: ByteScanner
    ) -> Bool {
        let count = Int(nodes[member].keyCount)
        if tape.isPlainString(at: position) {
            guard tape.textLength(at: position) == count else { return false }
            let start = tape.byteOffset(at: position)
            if count <= 16, let head = scanner.word(at: start) {
                guard count > 8 else {
                    return (head ^ nodes[member].keyHead) << UInt64(64 - 8 * count) == 0
                }
                return head == nodes[member].keyHead
                    && scanner.word(at: start + count - 8) == nodes[member].keyTail
            }
        }
        return tape.keyMatches(
            at: position, keys, from: Int(nodes[member].keyStart), count: count)
    }

    private mutating func search(
        _ place: Int, _ previous: Int, _ position: Int, _ tape: PayloadTape, _ scanner: ByteScanner
    ) -> Int {
        let hash =
            tape.hasEscapes(at: position)
            ? ValueHash.bytes(tape.decodedText(at: position))
            : ValueHash.bytes(scanner, tape.textRange(at: position))
        let found = find(place, hash) { isKey(of: $0, at: position, tape, scanner) }
        if found >= 0 { guess(found, after: previous, in: place) }
        return found
    }

    /// Stores a member as the guess for the next one.
    mutating func guess(_ member: Int, after previous: Int, in place: Int) {
        if previous < 0 {
            nodes[place].guessedFirst = Int32(member)
        } else {
            nodes[previous].guessedNext = Int32(member)
        }
    }

    /// Returns the node of a member by key, or -1.
    func member(of place: Int, key: ArraySlice<UInt8>) -> Int {
        find(place, ValueHash.bytes(Array(key))) { self.key(of: $0) == key }
    }

    private func find(_ place: Int, _ hash: UInt64, _ isKey: (Int) -> Bool) -> Int {
        guard !slots.isEmpty else { return -1 }
        let mask = slots.count - 1
        var slot = Self.slot(place, hash) & mask
        while slots[slot] >= 0 {
            let member = Int(slots[slot])
            if nodes[member].parent == place, nodes[member].keyHash == hash, isKey(member) {
                return member
            }
            slot = (slot + 1) & mask
        }
        return -1
    }

    private static func slot(_ place: Int, _ hash: UInt64) -> Int {
        Int(truncatingIfNeeded: (hash ^ (UInt64(place) &* 0x9E37_79B9_7F4A_7C15)) >> 20)
    }

    /// Adds a member that is not there yet.
    mutating func addMember(of place: Int, key: ArraySlice<UInt8>) -> Int {
        let hash = ValueHash.bytes(Array(key))
        let member = nodes.count
        nodes.append(
            Node(
                parent: Int32(place), step: .member, keyStart: Int32(keys.count),
                keyCount: Int32(key.count), keyHash: hash))
        nodes[member].keyHead = Self.word(key.prefix(8))
        nodes[member].keyTail = Self.word(key.suffix(8))
        keys.append(contentsOf: key)
        if nodes[place].lastMember < 0 {
            nodes[place].firstMember = Int32(member)
        } else {
            nodes[Int(nodes[place].lastMember)].next = Int32(member)
        }
        nodes[place].lastMember = Int32(member)
        nodes[place].memberCount += 1
        if 2 * (slotCount + 1) > slots.count { growTable() }
        insert(member, hash)
        return member
    }

    /// Returns up to eight bytes as a little-endian number.
    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func insert(_ member: Int, _ hash: UInt64) {
        let mask = slots.count - 1
        var slot = Self.slot(Int(nodes[member].parent), hash) & mask
        while slots[slot] >= 0 { slot = (slot + 1) & mask }
        slots[slot] = Int32(member)
        slotCount += 1
    }

    private mutating func growTable() {
        let old = slots
        slots = [Int32](repeating: -1, count: max(64, 2 * old.count))
        slotCount = 0
        for member in old where member >= 0 { insert(Int(member), nodes[Int(member)].keyHash) }
    }

    /// Removes all members of a node after they have become entries of a map.
    ///
    /// Their nodes stay in the array without references.
    mutating func removeMembers(of place: Int) {
        nodes[place].firstMember = -1
        nodes[place].lastMember = -1
        nodes[place].memberCount = 0
        nodes[place].guessedFirst = -1
    }
}
