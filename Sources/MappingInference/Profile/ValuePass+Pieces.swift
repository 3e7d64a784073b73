import MercatorPayload

/// Containers that several pieces of a document share.
extension ValuePass {
    /// Reads a value, or the part of a container that is in a piece.
    ///
    /// Returns the hash of the value, or `nil` if a later piece continues it. Values beyond the
    /// limits have no node; only their hashes count.
    mutating func read(
        _ position: Int, at node: SchemaNodeID?, parent: Int, in level: DocumentPiece.Level,
        _ tape: PayloadTape, _ scanner: ByteScanner
    ) -> UInt64? {
        if level.isWhole {
            guard let node else { return OpaqueHash.of(position, tape, scanner) }
            return read(position, at: node, parent: parent, tape, scanner)
        }
        var container: OpenContainer
        if level.isContinued, level.depth < open.count {
            container = open[level.depth]
        } else {
            container = begin(position, at: node, parent: parent, tape, scanner)
        }
        if tape.isArray(at: position) {
            addElements(of: position, at: node, parent, level, &container, tape, scanner)
        } else if let node, let entry = tree.nodes[node].entry {
            addEntries(of: position, at: node, entry, parent, level, &container, tape, scanner)
        } else {
            addMembers(of: position, at: node, parent, level, &container, tape, scanner)
        }
        if level.staysOpen {
            while open.count <= level.depth { open.append(container) }
            open[level.depth] = container
            if let node { hold(position, at: node, container.visit, tape) }
            return nil
        }
        guard let node else { return container.hash }
        return end(container, position, at: node, parent: parent, tape)
    }

    /// Counts a container, and returns its state before the first value.
    private mutating func begin(
        _ position: Int, at node: SchemaNodeID?, parent: Int, _ tape: PayloadTape,
        _ scanner: ByteScanner
    ) -> OpenContainer {
        visits += 1
        let visit = visits
        let isArray = tape.isArray(at: position)
        var hash = isArray ? ValueHash.emptyArray : ValueHash.emptyObject
        if let node {
            if isArray {
                states[node].kinds.arrays += 1
                for table in tablesOfElements(at: node) { tables[table].beginList() }
            } else if states[node].isUnited {
                hash = readWrapped(position, at: node, parent: parent, tape, scanner)
            } else {
                states[node].kinds.objects += 1
                records += 1
            }
        }
        return OpenContainer(visit: visit, hash: hash, entryKey: entryKey)
    }

    /// Returns the candidate tables of the elements of a node's arrays.
    private func tablesOfElements(at node: SchemaNodeID) -> Range<Int> {
        tree.nodes[node].element.map { states[$0].tables } ?? 0..<0
    }

    /// Ends a container whose values have all been read.
    private mutating func end(
        _ container: OpenContainer, _ position: Int, at node: SchemaNodeID, parent: Int,
        _ tape: PayloadTape
    ) -> UInt64 {
        if tape.isArray(at: position) {
            states[node].lengths.add(Int(container.index))
            for table in tablesOfElements(at: node) { tables[table].endList() }
        } else if states[node].isUnited {
            return container.hash
        } else if tree.nodes[node].entry == nil {
            finish(node, container.visit, parent: parent, entryKey: container.entryKey, tape)
        }
        return keep(container.hash, at: node, container.visit, position: position)
    }

    /// Copies values that the end of the container needs from the tape.
    private mutating func hold(
        _ position: Int, at node: SchemaNodeID, _ record: Int, _ tape: PayloadTape
    ) {
        guard tape.isObject(at: position) else {
            for table in tablesOfElements(at: node) { tables[table].holdList(tape) }
            return
        }
        let columns =
            states[node].tables.compactMap { tables[$0].columns.first }
            + states[node].variants.map { variants[$0].column }
        for column in columns where last[column].visit > record {
            guard let position = last[column].position else { continue }
            held[column] = HeldScalar(position, tape)
            last[column].position = nil
        }
    }
}

/// The values in such containers.
extension ValuePass {
    private mutating func addElements(
        of position: Int, at node: SchemaNodeID?, _ parent: Int, _ level: DocumentPiece.Level,
        _ container: inout OpenContainer, _ tape: PayloadTape, _ scanner: ByteScanner
    ) {
        let elements = node.flatMap { tree.nodes[$0].element }
        let isSampled = sampler != nil && node.map(isArrayOfRecords) ?? false
        steps.append(container.index)
        var element = tape.firstChild(of: position)
        while element < tape.end(of: position) {
            let inner = level.inner(of: element, in: position, tape)
            if !isSampled || sampler?.takesNext(isContinued: inner.isContinued) == true,
                let hash = read(
                    element, at: elements, parent: parent, in: inner, tape, scanner)
            {
                container.hash = ValueHash.pair(container.hash, hash)
            }
            if !inner.staysOpen { steps[steps.count - 1] &+= 1 }
            element = tape.next(after: element)
        }
        container.index = steps.removeLast()
    }

    private mutating func addEntries(
        of position: Int, at node: SchemaNodeID, _ entry: SchemaNodeID, _ parent: Int,
        _ level: DocumentPiece.Level, _ container: inout OpenContainer, _ tape: PayloadTape,
        _ scanner: ByteScanner
    ) {
        guard let index = states[node].keys else { return }
        steps.append(container.index)
        for key in keys(of: position, in: level, tape) {
            let inner = level.inner(of: key + 1, in: position, tape)
            let keyHash =
                inner.isContinued
                ? OpaqueHash.of(key, tape, scanner) : addKey(at: key, to: index, tape, scanner)
            entryKey = keyHash
            guard
                let hash = read(key + 1, at: entry, parent: parent, in: inner, tape, scanner)
            else { continue }
            container.hash &+= ValueHash.pair(keyHash, hash)
            keys[index].add(last[entry].column, of: keyHash)
            steps[steps.count - 1] &+= 1
        }
        container.index = steps.removeLast()
    }

    /// Returns the keys of a map in byte order, except that continued values come first and last.
    private mutating func keys(
        of position: Int, in level: DocumentPiece.Level, _ tape: PayloadTape
    ) -> [Int] {
        let keys = sortedKeys(position, tape)
        func inner(_ key: Int) -> DocumentPiece.Level {
            level.inner(of: key + 1, in: position, tape)
        }
        let (first, others) = (
            keys.filter { inner($0).isContinued }, keys.filter { !inner($0).isContinued }
        )
        return first + others.filter { !inner($0).staysOpen }
            + others.filter { inner($0).staysOpen }
    }

    private mutating func addMembers(
        of position: Int, at node: SchemaNodeID?, _ parent: Int, _ level: DocumentPiece.Level,
        _ container: inout OpenContainer, _ tape: PayloadTape, _ scanner: ByteScanner
    ) {
        // A wrapper of a scalar has been read as a whole.
        if let node, states[node].isUnited { return }
        guard let node, tree.nodes[node].memberCount > 0 else {
            return addOpaqueMembers(of: position, level, &container, tape, scanner)
        }
        let first = members.count
        visits += 1
        _ = find(position, at: node, ordinal: visits, tape, scanner)
        for index in first..<members.count {
            let member = members[index]
            let inner = level.inner(of: member.position, in: position, tape)
            let parent = states[member.node].isWrapper ? parent : container.visit
            if let hash = read(
                member.position, at: member.node, parent: parent, in: inner, tape, scanner)
            {
                container.hash &+= ValueHash.pair(tree.nodes[member.node].keyHash, hash)
            }
        }
        members.remove(from: first)
    }

    private mutating func addOpaqueMembers(
        of position: Int, _ level: DocumentPiece.Level, _ container: inout OpenContainer,
        _ tape: PayloadTape, _ scanner: ByteScanner
    ) {
        var key = tape.firstChild(of: position)
        while key < tape.end(of: position) {
            let inner = level.inner(of: key + 1, in: position, tape)
            if let hash = read(key + 1, at: nil, parent: 0, in: inner, tape, scanner) {
                container.hash &+= ValueHash.pair(OpaqueHash.of(key, tape, scanner), hash)
            }
            key = tape.next(after: key + 1)
        }
    }
}
