import MercatorPayload

/// The second pass: the statistics of the values at the final nodes.
struct ValuePass {
    var tree: ShapeTree
    var states: [NodeState]
    /// The last value of each node.
    var last: [LastValue]
    var tables: [CandidateTable]
    /// The columns of each table.
    let keyColumns: [[SchemaNodeID]]
    var variants: [VariantState]
    var keys: [KeyState]
    /// Selects the elements of the arrays of records, if not all are read.
    var sampler: RecordSampler?
    /// The columns of the rows of the group that is being read, if they have a header.
    var rows: RowColumns?
    /// The source and the document that are being read.
    var source: UInt32 = 0
    var document: UInt32 = 0
    /// The containers that later pieces of the document continue, the outermost first.
    var open: [OpenContainer] = []
    /// Column values from the tapes of earlier pieces.
    var held: [SchemaNodeID: HeldScalar] = [:]
    /// The objects so far.
    var records = 0
    /// The members that repeat a key of their object; the last one counts.
    var duplicates = 0

    /// The number of the last value: a value lies in a record if its number is above the record's.
    ///
    /// Lower numbers denote the sources, which are the parents of root records.
    var visits: Int
    var members = MemberStack()
    /// The indices in the arrays and maps from the document to the current value.
    var steps: [UInt32] = []
    /// Scratch buffers, reused between records; may be longer than the current record.
    var row: [UInt32] = []
    var keyHashes: [UInt64] = []
    var entryKey: UInt64 = 0

    init(_ plan: ProfilePlan, sources: Int) {
        visits = sources
        tree = plan.tree
        states = plan.states
        last = [LastValue](repeating: LastValue(), count: plan.states.count)
        tables = plan.tables
        keyColumns = plan.tables.map(\.columns)
        variants = plan.variants
        keys = plan.keys
    }

    /// Reads a document.
    mutating func read(document position: Int, at root: SchemaNodeID, _ tape: PayloadTape) {
        let bytes = tape.bytes
        ByteScanner.scan(bytes) { scanner in
            _ = read(position, at: root, parent: Int(source), tape, scanner)
        }
    }

    /// Reads a document, or a piece of one.
    mutating func read(piece: DocumentPiece, at root: SchemaNodeID, _ tape: PayloadTape) {
        ByteScanner.scan(tape.bytes) { scanner in
            _ = read(0, at: root, parent: Int(source), in: piece.top, tape, scanner)
        }
    }

    /// Reads a value in a record, and returns its hash.
    mutating func read(
        _ position: Int, at node: SchemaNodeID, parent: Int, _ tape: PayloadTape,
        _ scanner: ByteScanner
    ) -> UInt64 {
        if let rows, rows.node == node, tape.isArray(at: position),
            rows.isHeader(position, tree, tape)
        {
            return ValueHash.emptyArray
        }
        visits += 1
        guard tape.isContainer(at: position) else {
            return readScalar(position, at: node, tape, scanner)
        }
        if tape.isArray(at: position) {
            return readArray(position, at: node, parent: parent, tape, scanner)
        }
        if states[node].isUnited {
            return readWrapped(position, at: node, parent: parent, tape, scanner)
        }
        if let entry = tree.nodes[node].entry {
            return readMap(position, at: node, entry, parent: parent, tape, scanner)
        }
        return readObject(position, at: node, parent: parent, tape, scanner)
    }

    /// Stores the last value of a node, and returns its hash; `visit` is its number.
    mutating func keep(
        _ hash: UInt64, at node: SchemaNodeID, _ visit: Int, position: Int,
        isBlank: Bool = false, isKey: Bool = false
    ) -> UInt64 {
        last[node] = LastValue(
            visit: visit, position: position, hash: hash,
            column: isBlank ? 1 : max(2, UInt32(truncatingIfNeeded: hash >> 32)), isKey: isKey)
        return hash
    }

    /// Reads a wrapper of a scalar as the scalar (R4).
    mutating func readWrapped(
        _ position: Int, at node: SchemaNodeID, parent: Int, _ tape: PayloadTape,
        _ scanner: ByteScanner
    ) -> UInt64 {
        let key = tape.firstChild(of: position)
        guard tape.count(at: position) > 0 else {
            return keep(ValueHash.emptyObject, at: node, visits, position: position)
        }
        guard tape.isString(at: key + 1), tape.text(at: key).starts(with: "$number".utf8) else {
            return read(key + 1, at: node, parent: parent, tape, scanner)
        }
        let text = tape.string(at: key + 1)
        let hash = states[node].addNumber(text)
        return keep(hash, at: node, visits, position: key + 1, isKey: Int64(text) != nil)
    }

    private mutating func readScalar(
        _ position: Int, at node: SchemaNodeID, _ tape: PayloadTape, _ scanner: ByteScanner
    ) -> UInt64 {
        var (hash, isBlank, isKey) = (ValueHash.null, false, false)
        switch tape.kind(at: position) {
        case .boolean: hash = states[node].addBoolean(tape.boolean(at: position) == true)
        case .number where tape.isInteger(at: position):
            hash = states[node].addInteger(position, tape, scanner)
            isKey = true
        case .number:
            (hash, isKey) = states[node].addFraction(position, tape, scanner)
        case .string where tape.isPlainString(at: position):
            let range = tape.textRange(at: position)
            hash = states[node].addText(tape.bytes, range, scanner)
            isBlank = range.isEmpty
            isKey = !isBlank && range.count <= Self.longestKey
        case .string:
            let text = tape.decodedText(at: position)
            hash = ByteScanner.scan(text) { states[node].addText(text, text.indices, $0) }
            isKey = text.count <= Self.longestKey
        case .null, .array, .object:
            states[node].kinds.nulls += 1
            isBlank = true
        }
        return keep(
            hash, at: node, visits, position: position, isBlank: isBlank, isKey: isKey)
    }

    /// The longest text that identifies a record (I1).
    private static let longestKey = 512
}
