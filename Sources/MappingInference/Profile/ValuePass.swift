import Payload

/// The second pass: the statistics of the values at the final nodes.
struct ValuePass {
    var tree: ShapeTree
    var states: [PlaceState]
    /// The last value of each node.
    var last: [LastValue]
    var tables: [CandidateTable]
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
    var held: [Int: HeldScalar] = [:]
    /// The objects so far.
    var records = 0

    /// The number of values so far: a value lies in a record if its number is above the record's.
    var visits = 0
    var members = MemberStack()
    /// The indices in the arrays and maps from the document to the current value.
    var steps: [UInt32] = []
    /// Scratch buffers, reused between records; may be longer than the current record.
    var row: [UInt32] = []
    var keyHashes: [UInt64] = []
    var entryKey: UInt64 = 0

    init(_ plan: ProfilePlan) {
        tree = plan.tree
        states = plan.states
        last = [LastValue](repeating: LastValue(), count: plan.states.count)
        tables = plan.tables
        variants = plan.variants
        keys = plan.keys
    }

    /// Reads a document.
    mutating func read(document position: Int, at root: Int, _ tape: PayloadTape) {
        let bytes = tape.bytes
        ByteScanner.scan(bytes) { scanner in
            _ = read(position, at: root, parent: -1 - Int(source), tape, scanner)
        }
    }

    /// Reads a document, or a piece of one.
    mutating func read(piece: DocumentPiece, at root: Int, _ tape: PayloadTape) {
        ByteScanner.scan(tape.bytes) { scanner in
            _ = read(0, at: root, parent: -1 - Int(source), in: piece.top, tape, scanner)
        }
    }

    /// Reads a value in a record, and returns its hash.
    mutating func read(
        _ position: Int, at place: Int, parent: Int, _ tape: PayloadTape, _ scanner: ByteScanner
    ) -> UInt64 {
        let tag = tape.tag(at: position)
        if let rows, rows.place == place, tag == 7, rows.isHeader(position, tree, tape) {
            return ValueHash.emptyArray
        }
        visits += 1
        switch tag {
        case 7: return readArray(position, at: place, parent: parent, tape, scanner)
        case 8 where states[place].isUnited:
            return readWrapped(position, at: place, parent: parent, tape, scanner)
        case 8:
            return tree.nodes[place].entry >= 0
                ? readMap(position, at: place, parent: parent, tape, scanner)
                : readObject(position, at: place, parent: parent, tape, scanner)
        default: return readScalar(position, at: place, tape, scanner)
        }
    }

    /// Stores the last value of a node, and returns its hash; `visit` is its number.
    mutating func keep(
        _ hash: UInt64, at place: Int, _ visit: Int, position: Int, isBlank: Bool = false,
        isKey: Bool = false
    ) -> UInt64 {
        last[place] = LastValue(
            visit: visit, position: position, hash: hash,
            column: isBlank ? 1 : max(2, UInt32(truncatingIfNeeded: hash >> 32)), isKey: isKey)
        return hash
    }

    /// Reads a wrapper of a scalar as the scalar (R4).
    mutating func readWrapped(
        _ position: Int, at place: Int, parent: Int, _ tape: PayloadTape, _ scanner: ByteScanner
    ) -> UInt64 {
        let key = tape.firstChild(of: position)
        guard tape.count(at: position) > 0 else {
            return keep(ValueHash.emptyObject, at: place, visits, position: position)
        }
        guard tape.isString(at: key + 1), tape.text(at: key).starts(with: "$number".utf8) else {
            return read(key + 1, at: place, parent: parent, tape, scanner)
        }
        let text = tape.string(at: key + 1)
        let hash = states[place].addNumber(text)
        return keep(hash, at: place, visits, position: key + 1, isKey: Int64(text) != nil)
    }

    private mutating func readScalar(
        _ position: Int, at place: Int, _ tape: PayloadTape, _ scanner: ByteScanner
    ) -> UInt64 {
        var (hash, isBlank, isKey) = (ValueHash.null, false, false)
        switch tape.tag(at: position) {
        case 0:
            states[place].kinds.nulls += 1
            isBlank = true
        case 1: hash = states[place].addBoolean(false)
        case 2: hash = states[place].addBoolean(true)
        case 3:
            hash = states[place].addInteger(position, tape, scanner)
            isKey = true
        case 4:
            hash = states[place].addFraction(position, tape, scanner)
            isKey = tape.double(at: position).map(NumberStatistics.isWhole) ?? false
        case 5:
            let range = tape.textRange(at: position)
            hash = states[place].addText(tape.bytes, range, scanner)
            isBlank = range.isEmpty
            isKey = !isBlank && range.count <= Self.longestKey
        default:
            let text = tape.decodedText(at: position)
            hash = ByteScanner.scan(text) { states[place].addText(text, text.indices, $0) }
            isKey = text.count <= Self.longestKey
        }
        return keep(
            hash, at: place, visits, position: position, isBlank: isBlank, isKey: isKey)
    }

    /// The longest text that identifies a record (I1).
    private static let longestKey = 512
}
