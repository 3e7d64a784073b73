import Payload

/// The second pass over the payloads: the statistics of the values at the final places.
struct ValuePass {
    var tree: ShapeTree
    var states: [PlaceState]
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
    /// The index of the first element on the tape, if the document is an array read in parts.
    var partStart: UInt32?
    /// The objects so far.
    var records = 0

    /// The number of values so far: a value lies in a record if its number is above the record's.
    private(set) var visits = 0
    var members: [Member] = []
    /// The indices in the arrays and maps from the document to the current value.
    var steps: [UInt32] = []
    /// The columns, the origin and the keys of the current record.
    var row: [UInt32] = []
    var origin: [UInt32] = []
    var keyHashes: [UInt64] = []
    var entryKey: UInt64 = 0

    /// A member of an object that is being read: its place, and its value on the tape.
    struct Member {
        let place: Int
        var position: Int
    }

    init(_ plan: ProfilePlan) {
        tree = plan.tree
        states = plan.states
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

    /// Reads elements of the array at the top of a document, of which `start` were read before.
    mutating func read(part start: Int, isLast: Bool, at root: Int, _ tape: PayloadTape) {
        let lengths = states[root].lengths
        partStart = UInt32(start)
        read(document: 0, at: root, tape)
        partStart = nil
        // All parts are one array.
        states[root].lengths = lengths
        if isLast { states[root].lengths.add(start + tape.count(at: 0)) }
        if start > 0 {
            states[root].count -= 1
            states[root].kinds.arrays -= 1
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
        states[place].visit = visits
        states[place].position = position
        states[place].count += 1
        switch tag {
        case 0:
            states[place].kinds.nulls += 1
            states[place].keep(ValueHash.null, isBlank: true)
        case 1, 2:
            states[place].kinds.booleans += 1
            let hash = tag == 1 ? ValueHash.false : ValueHash.true
            states[place].keep(hash)
            states[place].values.insert(hash)
            states[place].addExample(hash) { tag == 1 ? "false" : "true" }
        case 3: readInteger(position, at: place, tape, scanner)
        case 4: readFraction(position, at: place, tape, scanner)
        case 5, 6: readText(position, at: place, tape, scanner)
        case 7: readArray(position, at: place, parent: parent, tape, scanner)
        default:
            if tree.nodes[place].entry >= 0 {
                readMap(position, at: place, parent: parent, tape, scanner)
            } else {
                readObject(position, at: place, parent: parent, tape, scanner)
            }
        }
        return states[place].hash
    }
}
