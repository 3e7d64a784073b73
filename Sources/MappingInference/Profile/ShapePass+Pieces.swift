import MercatorPayload

/// Containers that several pieces of a document share.
extension ShapePass {
    /// Reads a value, or the part of a container that is in a piece.
    mutating func read(
        _ position: Int, at node: SchemaNodeID, key: Int?, in level: DocumentPiece.Level,
        _ tape: PayloadTape, _ scanner: ByteScanner
    ) {
        if level.isWhole {
            read(position, at: node, key: key, tape, scanner)
        } else if tape.isArray(at: position) {
            readElements(position, at: node, in: level, tape, scanner)
        } else {
            readMembers(position, at: node, key: key, in: level, tape, scanner)
        }
    }

    private mutating func readElements(
        _ position: Int, at node: SchemaNodeID, in level: DocumentPiece.Level,
        _ tape: PayloadTape, _ scanner: ByteScanner
    ) {
        if !level.isContinued { shapes[node].kinds.arrays += 1 }
        var element = tape.firstChild(of: position)
        guard element < tape.end(of: position) else { return }
        guard let elements = addElement(of: node) else { return }
        let isSampled = sampler != nil && RecordSampler.isArrayOfRecords(node, tree)
        while element < tape.end(of: position) {
            let inner = level.inner(of: element, in: position, tape)
            if !isSampled || sampler?.takesNext(isContinued: inner.isContinued) == true {
                read(element, at: elements, key: nil, in: inner, tape, scanner)
            }
            element = tape.next(after: element)
        }
    }

    private mutating func readMembers(
        _ position: Int, at node: SchemaNodeID, key: Int?, in level: DocumentPiece.Level,
        _ tape: PayloadTape, _ scanner: ByteScanner
    ) {
        if !level.isContinued { shapes[node].kinds.objects += 1 }
        guard !full.contains(node) else { return }
        // An object is searched for its members before their values are read. Later pieces are
        // unknown, so the members become entries now if there will be too many.
        if level.beginsLarge, tree.nodes[node].entry == nil { collapse(node) }
        if let entry = tree.nodes[node].entry {
            return readEntries(position, at: node, entry, in: level, tape, scanner)
        }
        guard let first = find(position, at: node, tape, scanner) else {
            let entry = tree.entry(of: node)
            return readEntries(position, at: node, entry, in: level, tape, scanner)
        }
        for index in first..<members.count {
            let member = members[index]
            let inner = level.inner(of: member.position, in: position, tape)
            if let key, isEqual(member.position, key, tape) {
                shapes[member.node].equalToKey += 1
            }
            read(
                member.position, at: member.node, key: member.position - 1, in: inner, tape,
                scanner)
        }
        members.remove(from: first)
    }

    private mutating func readEntries(
        _ position: Int, at node: SchemaNodeID, _ entry: SchemaNodeID,
        in level: DocumentPiece.Level, _ tape: PayloadTape, _ scanner: ByteScanner
    ) {
        var key = tape.firstChild(of: position)
        while key < tape.end(of: position) {
            let inner = level.inner(of: key + 1, in: position, tape)
            if !inner.isContinued { count(key, at: node, tape) }
            read(key + 1, at: entry, key: key, in: inner, tape, scanner)
            key = tape.next(after: key + 1)
        }
    }
}
