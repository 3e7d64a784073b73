import Payload

/// The first pass: counts the kinds of values at each node, to distinguish maps from records.
struct ShapePass {
    var tree = ShapeTree()
    var shapes: [Shape] = []
    /// The keys of nodes whose members became entries while reading.
    var tallies: [Int: KeyTally] = [:]
    /// The object nodes whose members have no nodes, because there are too many nodes.
    var full: Set<Int> = []
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

    mutating func addRoot() -> Int {
        let root = tree.addRoot()
        extendShapes()
        return root
    }

    /// Adds nodes for rows below a root, replacing the nodes read there.
    mutating func addRows(_ header: RowHeader, areLines: Bool) -> Int {
        let root = addRoot()
        let place = areLines ? root : tree.element(of: root)
        let members = header.columns.map { tree.addMember(of: place, key: $0[...]) }
        extendShapes()
        rows = RowColumns(place: place, members: members)
        return root
    }

    mutating func extendShapes() {
        while shapes.count < tree.nodes.count { shapes.append(Shape()) }
    }

    /// Reads a value.
    mutating func read(
        _ position: Int, at place: Int, key: Int, _ tape: PayloadTape, _ scanner: ByteScanner
    ) {
        switch tape.tag(at: position) {
        case 0: shapes[place].nulls += 1
        case 1, 2: shapes[place].booleans += 1
        case 3, 4: shapes[place].numbers += 1
        case 5, 6: shapes[place].texts += 1
        case 7: readArray(position, at: place, tape, scanner)
        default: readObject(position, at: place, key: key, tape, scanner)
        }
    }

    private mutating func readArray(
        _ position: Int, at place: Int, _ tape: PayloadTape, _ scanner: ByteScanner
    ) {
        if let rows, rows.place == place {
            return readRow(position, rows, tape, scanner)
        }
        shapes[place].arrays += 1
        var element = tape.firstChild(of: position)
        let end = tape.end(of: position)
        guard element < end else { return }
        if tree.nodes[place].element < 0 {
            guard hasRoom(at: place) else { return }
            _ = tree.element(of: place)
            extendShapes()
        }
        let inner = Int(tree.nodes[place].element)
        let isSampled = sampler != nil && RecordSampler.isArrayOfRecords(place, tree)
        while element < end {
            if !isSampled || sampler?.takesNext() == true {
                read(element, at: inner, key: -1, tape, scanner)
            }
            element = tape.next(after: element)
        }
    }

    private mutating func readRow(
        _ position: Int, _ rows: RowColumns, _ tape: PayloadTape, _ scanner: ByteScanner
    ) {
        guard !rows.isHeader(position, tree, tape) else { return }
        shapes[rows.place].objects += 1
        var element = tape.firstChild(of: position)
        for member in rows.members where element < tape.end(of: position) {
            read(element, at: member, key: -1, tape, scanner)
            element = tape.next(after: element)
        }
    }

    private mutating func readObject(
        _ position: Int, at place: Int, key: Int, _ tape: PayloadTape, _ scanner: ByteScanner
    ) {
        shapes[place].objects += 1
        guard full.isEmpty || !full.contains(place) else { return }
        guard tree.nodes[place].entry < 0, let first = find(position, at: place, tape, scanner)
        else { return readEntries(position, at: place, tape, scanner) }
        let end = members.count
        for index in first..<end {
            let member = members[index]
            if key >= 0, isEqual(member.position, key, tape) {
                shapes[member.place].equalToKey += 1
            }
            read(member.position, at: member.place, key: member.position - 1, tape, scanner)
        }
        members.remove(from: first)
    }

    /// Tests whether a scalar is written like a key.
    func isEqual(_ position: Int, _ key: Int, _ tape: PayloadTape) -> Bool {
        let tag = tape.tag(at: position)
        return (tag == 3 || tag == 5) && tape.textLength(at: position) == tape.textLength(at: key)
            && tape.isSame(tape.textRange(at: position), tape.textRange(at: key))
    }

    /// Finds or adds the nodes of an object's members; the last of duplicate keys wins.
    ///
    /// Returns the index of the first in ``members``, or `nil` if the members have become entries.
    mutating func find(
        _ position: Int, at place: Int, _ tape: PayloadTape, _ scanner: ByteScanner
    ) -> Int? {
        let first = members.count
        ordinal += 1
        var key = tape.firstChild(of: position)
        let end = tape.end(of: position)
        var previous = -1
        while key < end {
            var member = tree.member(of: place, after: previous, keyAt: key, tape, scanner)
            if member < 0 {
                guard tree.nodes[place].memberCount < limits.membersBeforeTally else {
                    members.remove(from: first)
                    collapse(place)
                    return nil
                }
                guard hasRoom(at: place) else { return first }
                member = tree.addMember(of: place, key: tape.text(at: key))
                shapes.append(Shape())
                tree.guess(member, after: previous, in: place)
            }
            if tree.nodes[member].seen == ordinal {
                members.replace(.init(place: member, position: key + 1), from: first)
            } else {
                tree.nodes[member].seen = ordinal
                members.append(.init(place: member, position: key + 1))
            }
            previous = member
            key = tape.next(after: key + 1)
        }
        return first
    }

    /// Tests whether a node can be added; otherwise marks the parent as full.
    mutating func hasRoom(at place: Int) -> Bool {
        guard tree.nodes.count - removed >= limits.places else { return true }
        full.insert(place)
        return false
    }

    private mutating func readEntries(
        _ position: Int, at place: Int, _ tape: PayloadTape, _ scanner: ByteScanner
    ) {
        let entry = Int(tree.nodes[place].entry)
        var key = tape.firstChild(of: position)
        let end = tape.end(of: position)
        while key < end {
            count(key, at: place, tape)
            read(key + 1, at: entry, key: key, tape, scanner)
            key = tape.next(after: key + 1)
        }
    }
}

/// The keys of maps.
extension ShapePass {
    /// Counts a key of a map's entries.
    mutating func count(_ key: Int, at place: Int, _ tape: PayloadTape) {
        let text = tape.text(at: key)
        tallies[place, default: KeyTally()].add(ValueHash.bytes(Array(text)))
        if tallies[place]?.areOdd == true, !OddKey.matches(text) {
            tallies[place]?.areOdd = false
        }
    }
}

/// Turning members into entries of a map.
extension ShapePass {
    /// Merges the members of a node into its entry node, and tallies the keys.
    mutating func collapse(_ place: Int) {
        var tally = tallies[place] ?? KeyTally()
        let entry = tree.entry(of: place)
        extendShapes()
        for member in tree.members(of: place) {
            tally.add(tree.nodes[member].keyHash, shapes[member].count)
            if tally.areOdd { tally.areOdd = OddKey.matches(tree.key(of: member)) }
            merge(member, into: entry)
            removed += 1
        }
        tree.removeMembers(of: place)
        tallies[place] = tally
    }

    /// Merges the counts of a node and its descendants into a target node.
    private mutating func merge(_ source: Int, into target: Int) {
        shapes[target] += shapes[source]
        if full.contains(source) { full.insert(target) }
        if tree.nodes[source].element >= 0 {
            let element = tree.element(of: target)
            extendShapes()
            merge(Int(tree.nodes[source].element), into: element)
            removed += 1
        }
        if tree.nodes[source].entry >= 0 { collapse(target) }
        for member in tree.members(of: source) {
            removed += 1
            guard tree.nodes[target].entry < 0 else {
                tallies[target, default: KeyTally()].add(
                    tree.nodes[member].keyHash, shapes[member].count)
                if !OddKey.matches(tree.key(of: member)) { tallies[target]?.areOdd = false }
                merge(member, into: Int(tree.nodes[target].entry))
                continue
            }
            var place = tree.member(of: target, key: tree.key(of: member))
            if place < 0 {
                place = tree.addMember(of: target, key: tree.key(of: member))
                shapes.append(Shape())
            }
            merge(member, into: place)
            if tree.nodes[target].memberCount >= limits.membersBeforeTally { collapse(target) }
        }
        if tree.nodes[source].entry >= 0 {
            tallies[target, default: KeyTally()].add(tallies[source] ?? KeyTally())
            merge(Int(tree.nodes[source].entry), into: Int(tree.nodes[target].entry))
            removed += 1
        }
    }
}
