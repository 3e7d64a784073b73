import MercatorPayload

/// The nodes of payloads as a tree in an array, with a fast search for members.
///
/// Records resemble each other, so the next member is guessed from the previous object, and its key
/// compared in place; only a wrong guess costs a search.
struct ShapeTree {
    /// The kind of step from the parent.
    enum Step: UInt8 { case document, member, element, entry }

    struct Node {
        let parent: SchemaNodeID?
        let step: Step
        /// The bytes of the key in ``ShapeTree/keys``.
        let keyStart: Int32
        let keyCount: Int32
        /// The hash of the key.
        let keyHash: UInt64
        /// The first and the last eight bytes of the key.
        var keyHead: UInt64 = 0
        var keyTail: UInt64 = 0
        var element: SchemaNodeID?
        var entry: SchemaNodeID?
        /// The first of the members, which are linked through ``next``.
        var firstMember: SchemaNodeID?
        var lastMember: SchemaNodeID?
        var next: SchemaNodeID?
        var memberCount: Int32 = 0
        /// The guesses: the first member of an object here, and the member after this one.
        var guessedFirst: SchemaNodeID?
        var guessedNext: SchemaNodeID?
        /// The ordinal of the last object that had this member, to recognise a repeated key.
        var seen = 0
    }

    var nodes: [Node] = []
    private(set) var keys: [UInt8] = []
    /// An open-addressing table from parent and key to the member's node.
    private var slots: [SchemaNodeID?] = []
    private var slotCount = 0

    /// Adds the root of a group of sources.
    mutating func addRoot() -> SchemaNodeID { add(.document, parent: nil) }

    private mutating func add(_ step: Step, parent: SchemaNodeID?) -> SchemaNodeID {
        nodes.append(Node(parent: parent, step: step, keyStart: 0, keyCount: 0, keyHash: 0))
        return SchemaNodeID(nodes.count - 1)
    }

    /// Returns the node of an array's elements, adding it if needed.
    mutating func element(of node: SchemaNodeID) -> SchemaNodeID {
        if let element = nodes[node].element { return element }
        let element = add(.element, parent: node)
        nodes[node].element = element
        return element
    }

    /// Returns the node of a map's entries, adding it if needed.
    mutating func entry(of node: SchemaNodeID) -> SchemaNodeID {
        if let entry = nodes[node].entry { return entry }
        let entry = add(.entry, parent: node)
        nodes[node].entry = entry
        return entry
    }

    /// Returns the key of a member.
    func key(of node: SchemaNodeID) -> ArraySlice<UInt8> {
        let start = Int(nodes[node].keyStart)
        return keys[start..<start + Int(nodes[node].keyCount)]
    }

    /// The members of a node in order of first appearance.
    func members(of node: SchemaNodeID) -> [SchemaNodeID] {
        var members: [SchemaNodeID] = []
        members.reserveCapacity(Int(nodes[node].memberCount))
        var next = nodes[node].firstMember
        while let member = next {
            members.append(member)
            next = nodes[member].next
        }
        return members
    }
}

/// Searching for members.
extension ShapeTree {
    /// Finds a member by its key on the tape; `previous` is the member before it in the object.
    mutating func member(
        of node: SchemaNodeID, after previous: SchemaNodeID?, keyAt position: Int,
        _ tape: PayloadTape, _ scanner: ByteScanner
    ) -> SchemaNodeID? {
        let guess =
            if let previous { nodes[previous].guessedNext } else { nodes[node].guessedFirst }
        if let guess, isKey(of: guess, at: position, tape, scanner) { return guess }
        return search(node, previous, position, tape, scanner)
    }

    /// Tests whether a key on the tape is a member's key.
    private func isKey(
        of member: SchemaNodeID, at position: Int, _ tape: PayloadTape, _ scanner: ByteScanner
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
        _ node: SchemaNodeID, _ previous: SchemaNodeID?, _ position: Int, _ tape: PayloadTape,
        _ scanner: ByteScanner
    ) -> SchemaNodeID? {
        let hash =
            tape.hasEscapes(at: position)
            ? ValueHash.bytes(tape.decodedText(at: position))
            : ValueHash.bytes(scanner, tape.textRange(at: position))
        let found = find(node, hash) { isKey(of: $0, at: position, tape, scanner) }
        if let found { guess(found, after: previous, in: node) }
        return found
    }

    /// Stores a member as the guess for the next one.
    mutating func guess(
        _ member: SchemaNodeID, after previous: SchemaNodeID?, in node: SchemaNodeID
    ) {
        if let previous {
            nodes[previous].guessedNext = member
        } else {
            nodes[node].guessedFirst = member
        }
    }

    /// Returns a member by its key; `nil` if the tree has none.
    func member(of node: SchemaNodeID, key: ArraySlice<UInt8>) -> SchemaNodeID? {
        find(node, ValueHash.bytes(Array(key))) { self.key(of: $0) == key }
    }

    private func find(
        _ node: SchemaNodeID, _ hash: UInt64, _ isKey: (SchemaNodeID) -> Bool
    ) -> SchemaNodeID? {
        guard !slots.isEmpty else { return nil }
        let mask = slots.count - 1
        var slot = Self.slot(node, hash) & mask
        while let member = slots[slot] {
            if nodes[member].parent == node, nodes[member].keyHash == hash, isKey(member) {
                return member
            }
            slot = (slot + 1) & mask
        }
        return nil
    }

    private static func slot(_ node: SchemaNodeID, _ hash: UInt64) -> Int {
        Int(truncatingIfNeeded: (hash ^ (UInt64(node.index) &* 0x9E37_79B9_7F4A_7C15)) >> 20)
    }

    /// Adds a member that is not there yet.
    mutating func addMember(of node: SchemaNodeID, key: ArraySlice<UInt8>) -> SchemaNodeID {
        let hash = ValueHash.bytes(Array(key))
        let member = SchemaNodeID(nodes.count)
        nodes.append(
            Node(
                parent: node, step: .member, keyStart: Int32(keys.count),
                keyCount: Int32(key.count), keyHash: hash))
        nodes[member].keyHead = Self.word(key.prefix(8))
        nodes[member].keyTail = Self.word(key.suffix(8))
        keys.append(contentsOf: key)
        if let last = nodes[node].lastMember {
            nodes[last].next = member
        } else {
            nodes[node].firstMember = member
        }
        nodes[node].lastMember = member
        nodes[node].memberCount += 1
        if 2 * (slotCount + 1) > slots.count { growTable() }
        insert(member, of: node, hash)
        return member
    }

    /// Returns up to eight bytes as a little-endian number.
    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func insert(
        _ member: SchemaNodeID, of node: SchemaNodeID, _ hash: UInt64
    ) {
        let mask = slots.count - 1
        var slot = Self.slot(node, hash) & mask
        while slots[slot] != nil { slot = (slot + 1) & mask }
        slots[slot] = member
        slotCount += 1
    }

    private mutating func growTable() {
        let old = slots
        slots = [SchemaNodeID?](repeating: nil, count: max(64, 2 * old.count))
        slotCount = 0
        for case let member? in old {
            guard let node = nodes[member].parent else { continue }
            insert(member, of: node, nodes[member].keyHash)
        }
    }

    /// Removes all members of a node after they have become entries of a map.
    mutating func removeMembers(of node: SchemaNodeID) {
        nodes[node].firstMember = nil
        nodes[node].lastMember = nil
        nodes[node].memberCount = 0
        nodes[node].guessedFirst = nil
    }
}
