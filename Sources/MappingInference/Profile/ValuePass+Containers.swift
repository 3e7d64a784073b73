import MercatorPayload

/// Containers.
extension ValuePass {
    mutating func readArray(
        _ position: Int, at node: SchemaNodeID, parent: Int, _ tape: PayloadTape,
        _ scanner: ByteScanner
    ) -> UInt64 {
        if let rows, rows.node == node {
            return readRow(position, rows, parent: parent, tape, scanner)
        }
        states[node].kinds.arrays += 1
        states[node].lengths.add(tape.count(at: position))
        let visit = visits
        guard let inner = tree.nodes[node].element else {
            let hash = OpaqueHash.of(position, tape, scanner)
            return keep(hash, at: node, visit, position: position)
        }
        let tables = states[inner].tables
        for table in tables { self.tables[table].beginList() }
        var hash = ValueHash.emptyArray
        var element = tape.firstChild(of: position)
        let end = tape.end(of: position)
        let isSampled = sampler != nil && isArrayOfRecords(node)
        steps.append(0)
        while element < end {
            if !isSampled || sampler?.takesNext() == true {
                hash = ValueHash.pair(
                    hash, read(element, at: inner, parent: parent, tape, scanner))
            }
            element = tape.next(after: element)
            steps[steps.count - 1] &+= 1
        }
        steps.removeLast()
        for table in tables { self.tables[table].endList() }
        return keep(hash, at: node, visit, position: position)
    }

    /// Tests for an array at the top of a document, or in an object there.
    func isArrayOfRecords(_ node: SchemaNodeID) -> Bool {
        RecordSampler.isArrayOfRecords(node, tree)
    }

    mutating func readMap(
        _ position: Int, at node: SchemaNodeID, _ entry: SchemaNodeID, parent: Int,
        _ tape: PayloadTape, _ scanner: ByteScanner
    ) -> UInt64 {
        guard let index = states[node].keys else { return ValueHash.emptyObject }
        states[node].kinds.objects += 1
        records += 1
        let visit = visits
        var hash = ValueHash.emptyObject
        steps.append(0)
        for key in sortedKeys(position, tape) {
            let keyHash = addKey(at: key, to: index, tape, scanner)
            entryKey = keyHash
            hash &+= ValueHash.pair(
                keyHash, read(key + 1, at: entry, parent: parent, tape, scanner))
            keys[index].add(last[entry].column, of: keyHash)
            steps[steps.count - 1] &+= 1
        }
        steps.removeLast()
        return keep(hash, at: node, visit, position: position)
    }

    mutating func addKey(
        at key: Int, to index: Int, _ tape: PayloadTape, _ scanner: ByteScanner
    ) -> UInt64 {
        guard tape.hasEscapes(at: key) else {
            return keys[index].add(tape.bytes, tape.textRange(at: key), scanner)
        }
        let text = tape.decodedText(at: key)
        return ByteScanner.scan(text) { keys[index].add(text, text.indices, $0) }
    }

    /// Returns the keys of an object in byte order, the last of duplicate keys.
    ///
    /// The order of a map's members must not determine its first value.
    mutating func sortedKeys(_ position: Int, _ tape: PayloadTape) -> [Int] {
        var keys: [(text: ArraySlice<UInt8>, position: Int)] = []
        keys.reserveCapacity(tape.count(at: position))
        var key = tape.firstChild(of: position)
        let end = tape.end(of: position)
        while key < end {
            keys.append((tape.text(at: key), key))
            key = tape.next(after: key + 1)
        }
        keys.sort {
            $0.text.elementsEqual($1.text)
                ? $0.position < $1.position : $0.text.lexicographicallyPrecedes($1.text)
        }
        let distinct = keys.indices.compactMap { index in
            index + 1 < keys.count && keys[index].text.elementsEqual(keys[index + 1].text)
                ? nil : keys[index].position
        }
        duplicates += keys.count - distinct.count
        return distinct
    }

    /// Reads a row like an object whose keys the header has.
    mutating func readRow(
        _ position: Int, _ rows: RowColumns, parent: Int, _ tape: PayloadTape,
        _ scanner: ByteScanner
    ) -> UInt64 {
        states[rows.node].kinds.objects += 1
        records += 1
        let record = visits
        var hash = ValueHash.emptyObject
        var element = tape.firstChild(of: position)
        for member in rows.members where element < tape.end(of: position) {
            hash &+= ValueHash.pair(
                tree.nodes[member].keyHash,
                read(element, at: member, parent: record, tape, scanner))
            element = tape.next(after: element)
        }
        finish(rows.node, record, parent: parent, entryKey: 0, tape)
        return keep(hash, at: rows.node, record, position: position)
    }

    mutating func readObject(
        _ position: Int, at node: SchemaNodeID, parent: Int, _ tape: PayloadTape,
        _ scanner: ByteScanner
    ) -> UInt64 {
        states[node].kinds.objects += 1
        records += 1
        let record = visits
        let entryKey = entryKey
        let first = members.count
        let isKnown = find(position, at: node, ordinal: record, tape, scanner)
        guard isKnown || members.count > first else {
            // An object without member nodes: a dictionary, or empty.
            finish(node, record, parent: parent, entryKey: entryKey, tape)
            let hash = OpaqueHash.of(position, tape, scanner)
            return keep(hash, at: node, record, position: position)
        }
        var hash = ValueHash.emptyObject
        for index in first..<members.count {
            let member = members[index]
            let isWrapped = states[member.node].isWrapper
            hash &+= ValueHash.pair(
                tree.nodes[member.node].keyHash,
                read(
                    member.position, at: member.node, parent: isWrapped ? parent : record, tape,
                    scanner))
        }
        members.remove(from: first)
        finish(node, record, parent: parent, entryKey: entryKey, tape)
        return keep(hash, at: node, record, position: position)
    }

    /// Finds the nodes of an object's members; the last of duplicate keys wins.
    ///
    /// Returns whether all of them have nodes.
    mutating func find(
        _ position: Int, at node: SchemaNodeID, ordinal: Int, _ tape: PayloadTape,
        _ scanner: ByteScanner
    ) -> Bool {
        let first = members.count
        var isComplete = true
        var key = tape.firstChild(of: position)
        let end = tape.end(of: position)
        var previous: SchemaNodeID?
        while key < end {
            if let member = tree.member(of: node, after: previous, keyAt: key, tape, scanner) {
                let value = MemberStack.Member(node: member, position: key + 1)
                if tree.nodes[member].seen == ordinal {
                    members.replace(value, from: first)
                    duplicates += 1
                } else {
                    tree.nodes[member].seen = ordinal
                    members.append(value)
                }
                previous = member
            } else {
                isComplete = false
            }
            key = tape.next(after: key + 1)
        }
        return isComplete
    }
}
