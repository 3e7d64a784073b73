import MercatorPayload

/// The first pass: counts the kinds of values at each node, to distinguish maps from records.
struct ShapePass {
    var tree = ShapeTree()
    var shapes: [Shape] = []
    /// The keys of nodes whose members became entries while reading.
    var tallies: [SchemaNodeID: KeyTally] = [:]
    /// The object nodes whose members have no nodes, because there are too many nodes.
    var full: Set<SchemaNodeID> = []
    let limits: ProfileLimits
    /// The nodes that nothing leads to.
    var removed = 0
    /// Selects the elements of the arrays of records, if not all are read.
    var sampler: RecordSampler?
    /// The columns of the rows of the group that is being read, if they have a header.
    var rows: RowColumns?
    private var ordinal = 0
    var members = MemberStack()

    init(_ limits: ProfileLimits) { self.limits = limits }

    mutating func addRoot() -> SchemaNodeID {
        let root = tree.addRoot()
        extendShapes()
        return root
    }

    /// Adds nodes for rows below a root, replacing the nodes read there.
    mutating func addRows(_ header: RowHeader, areLines: Bool) -> SchemaNodeID {
        let root = addRoot()
        let node = areLines ? root : tree.element(of: root)
        let members = header.columns.map { tree.addMember(of: node, key: $0[...]) }
        extendShapes()
        rows = RowColumns(node: node, members: members)
        return root
    }

    mutating func extendShapes() {
        while shapes.count < tree.nodes.count { shapes.append(Shape()) }
    }

    /// Reads a value.
    mutating func read(
        _ position: Int, at node: SchemaNodeID, key: Int?, _ tape: PayloadTape,
        _ scanner: ByteScanner
    ) {
        switch tape.kind(at: position) {
        case .null: shapes[node].kinds.nulls += 1
        case .boolean: shapes[node].kinds.booleans += 1
        case .number where tape.isInteger(at: position): shapes[node].kinds.integers += 1
        case .number: shapes[node].kinds.fractions += 1
        case .string: shapes[node].kinds.texts += 1
        case .array: readArray(position, at: node, tape, scanner)
        case .object: readObject(position, at: node, key: key, tape, scanner)
        }
    }

    private mutating func readArray(
        _ position: Int, at node: SchemaNodeID, _ tape: PayloadTape, _ scanner: ByteScanner
    ) {
        if let rows, rows.node == node {
            return readRow(position, rows, tape, scanner)
        }
        shapes[node].kinds.arrays += 1
        var element = tape.firstChild(of: position)
        let end = tape.end(of: position)
        guard element < end else { return }
        guard let inner = addElement(of: node) else { return }
        let isSampled = sampler != nil && RecordSampler.isArrayOfRecords(node, tree)
        while element < end {
            if !isSampled || sampler?.takesNext() == true {
                read(element, at: inner, key: nil, tape, scanner)
            }
            element = tape.next(after: element)
        }
    }

    /// Returns the node of the elements of arrays; `nil` if there is no room for it.
    mutating func addElement(of node: SchemaNodeID) -> SchemaNodeID? {
        if let element = tree.nodes[node].element { return element }
        guard hasRoom(at: node) else { return nil }
        defer { extendShapes() }
        return tree.element(of: node)
    }

    private mutating func readRow(
        _ position: Int, _ rows: RowColumns, _ tape: PayloadTape, _ scanner: ByteScanner
    ) {
        guard !rows.isHeader(position, tree, tape) else { return }
        shapes[rows.node].kinds.objects += 1
        var element = tape.firstChild(of: position)
        for member in rows.members where element < tape.end(of: position) {
            read(element, at: member, key: nil, tape, scanner)
            element = tape.next(after: element)
        }
    }

    private mutating func readObject(
        _ position: Int, at node: SchemaNodeID, key: Int?, _ tape: PayloadTape,
        _ scanner: ByteScanner
    ) {
        shapes[node].kinds.objects += 1
        guard full.isEmpty || !full.contains(node) else { return }
        if let entry = tree.nodes[node].entry {
            return readEntries(position, at: node, entry, tape, scanner)
        }
        guard let first = find(position, at: node, tape, scanner) else {
            return readEntries(position, at: node, tree.entry(of: node), tape, scanner)
        }
        let end = members.count
        for index in first..<end {
            let member = members[index]
            if let key, isEqual(member.position, key, tape) {
                shapes[member.node].equalToKey += 1
            }
            read(member.position, at: member.node, key: member.position - 1, tape, scanner)
        }
        members.remove(from: first)
    }

    /// Tests whether a scalar is written like a key.
    func isEqual(_ position: Int, _ key: Int, _ tape: PayloadTape) -> Bool {
        (tape.isInteger(at: position) || tape.isPlainString(at: position))
            && tape.textLength(at: position) == tape.textLength(at: key)
            && tape.isSame(tape.textRange(at: position), tape.textRange(at: key))
    }

    /// Finds or adds the nodes of an object's members; the last of duplicate keys wins.
    ///
    /// Returns the index of the first in ``members``, or `nil` if the members have become entries.
    mutating func find(
        _ position: Int, at node: SchemaNodeID, _ tape: PayloadTape, _ scanner: ByteScanner
    ) -> Int? {
        let first = members.count
        ordinal += 1
        var key = tape.firstChild(of: position)
        let end = tape.end(of: position)
        var previous: SchemaNodeID?
        while key < end {
            let member: SchemaNodeID
            if let known = tree.member(of: node, after: previous, keyAt: key, tape, scanner) {
                member = known
            } else {
                guard tree.nodes[node].memberCount < limits.membersBeforeTally else {
                    members.remove(from: first)
                    collapse(node)
                    return nil
                }
                guard hasRoom(at: node) else { return first }
                member = addMember(of: node, tape.text(at: key))
                tree.guess(member, after: previous, in: node)
            }
            if tree.nodes[member].seen == ordinal {
                members.replace(.init(node: member, position: key + 1), from: first)
            } else {
                tree.nodes[member].seen = ordinal
                members.append(.init(node: member, position: key + 1))
            }
            previous = member
            key = tape.next(after: key + 1)
        }
        return first
    }

    private mutating func addMember(
        of node: SchemaNodeID, _ key: ArraySlice<UInt8>
    ) -> SchemaNodeID {
        shapes.append(Shape())
        return tree.addMember(of: node, key: key)
    }

    /// Tests whether a node can be added; otherwise marks the parent as full.
    mutating func hasRoom(at node: SchemaNodeID) -> Bool {
        guard tree.nodes.count - removed >= limits.nodes else { return true }
        full.insert(node)
        return false
    }

    private mutating func readEntries(
        _ position: Int, at node: SchemaNodeID, _ entry: SchemaNodeID, _ tape: PayloadTape,
        _ scanner: ByteScanner
    ) {
        var key = tape.firstChild(of: position)
        let end = tape.end(of: position)
        while key < end {
            count(key, at: node, tape)
            read(key + 1, at: entry, key: key, tape, scanner)
            key = tape.next(after: key + 1)
        }
    }
}

/// The keys of maps.
extension ShapePass {
    /// Counts a key of a map's entries.
    mutating func count(_ key: Int, at node: SchemaNodeID, _ tape: PayloadTape) {
        let text = tape.text(at: key)
        tallies[node, default: KeyTally()].add(ValueHash.bytes(Array(text)))
        if tallies[node]?.areOdd == true, !OddKey.matches(text) {
            tallies[node]?.areOdd = false
        }
    }
}

/// Turning members into entries of a map.
extension ShapePass {
    /// Merges the members of a node into its entry node, and tallies the keys.
    mutating func collapse(_ node: SchemaNodeID) {
        var tally = tallies[node] ?? KeyTally()
        let entry = tree.entry(of: node)
        extendShapes()
        for member in tree.members(of: node) {
            tally.add(tree.nodes[member].keyHash, shapes[member].kinds.count)
            if tally.areOdd { tally.areOdd = OddKey.matches(tree.key(of: member)) }
            merge(member, into: entry)
            removed += 1
        }
        tree.removeMembers(of: node)
        tallies[node] = tally
    }

    /// Merges the counts of a node and its descendants into a target node.
    private mutating func merge(_ source: SchemaNodeID, into target: SchemaNodeID) {
        shapes[target] += shapes[source]
        if full.contains(source) { full.insert(target) }
        if let inner = tree.nodes[source].element {
            let element = tree.element(of: target)
            extendShapes()
            merge(inner, into: element)
            removed += 1
        }
        let entry = tree.nodes[source].entry
        if entry != nil { collapse(target) }
        for member in tree.members(of: source) {
            removed += 1
            if let entries = tree.nodes[target].entry {
                tallies[target, default: KeyTally()].add(
                    tree.nodes[member].keyHash, shapes[member].kinds.count)
                if !OddKey.matches(tree.key(of: member)) { tallies[target]?.areOdd = false }
                merge(member, into: entries)
                continue
            }
            let key = tree.key(of: member)
            merge(member, into: tree.member(of: target, key: key) ?? addMember(of: target, key))
            if tree.nodes[target].memberCount >= limits.membersBeforeTally { collapse(target) }
        }
        if let entry {
            tallies[target, default: KeyTally()].add(tallies[source] ?? KeyTally())
            merge(entry, into: tree.entry(of: target))
            removed += 1
        }
    }
}
