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
    /// The objects so far.
    var records = 0

    /// The number of values so far: a value lies in a record if its number is above the record's.
    private var visits = 0
    private var members: [Member] = []
    /// The indices in the arrays and maps from the document to the current value.
    private var steps: [UInt32] = []
    /// The columns and the keys of the current record.
    private var row: [UInt32] = []
    private var keyHashes: [UInt64] = []
    private var entryKey: UInt64 = 0

    /// A member of an object that is being read: its place, and its value on the tape.
    private struct Member {
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

    /// Reads a value in a record, and returns its hash.
    private mutating func read(
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

/// Scalars.
extension ValuePass {
    private mutating func readInteger(
        _ position: Int, at place: Int, _ tape: PayloadTape, _ scanner: ByteScanner
    ) {
        let range = tape.textRange(at: position)
        var hash = ValueHash.bytes(scanner, range)
        if let number = tape.int64(at: position) {
            states[place].kinds.integers += 1
            states[place].numbers.add(number)
            // `-0` is the only integer with a second spelling.
            if number == 0, range.count > 1 { hash = ValueHash.bytes([Byte.zero]) }
        } else {
            states[place].kinds.bigIntegers += 1
            if range.count - (scanner.byte(at: range.lowerBound) == Byte.minus ? 1 : 0) > 38 {
                states[place].numbers.beyondDecimal += 1
            }
        }
        keepScalar(hash, at: place, isKey: true) { tape.string(at: position) }
    }

    private mutating func readFraction(
        _ position: Int, at place: Int, _ tape: PayloadTape, _ scanner: ByteScanner
    ) {
        states[place].kinds.fractions += 1
        let range = tape.textRange(at: position)
        var hash = ValueHash.bytes(scanner, range)
        if let number = tape.double(at: position) {
            hash = Self.hash(of: number)
            if range.count > 17, !isExact(number, position, tape) {
                states[place].numbers.inexactFractions += 1
                hash = ValueHash.bytes(scanner, range)
            }
            if 1e8...4.2e9 ~= number { states[place].numbers.inSeconds += 1 }
            if 1e11...4.2e12 ~= number { states[place].numbers.inMilliseconds += 1 }
        } else {
            states[place].numbers.inexactFractions += 1
        }
        if tape.decimal(at: position) == nil { states[place].numbers.beyondDecimal += 1 }
        keepScalar(hash, at: place, isKey: false) { tape.string(at: position) }
    }

    /// Returns the hash of a number: `5.0` and `5` are the same.
    private static func hash(of number: Double) -> UInt64 {
        guard abs(number) < 9_007_199_254_740_992, let whole = Int64(exactly: number) else {
            return ValueHash.fraction(number)
        }
        return ValueHash.bytes(Array(String(whole).utf8))
    }

    /// Tests whether the digits of a double give back those of the payload.
    private func isExact(_ number: Double, _ position: Int, _ tape: PayloadTape) -> Bool {
        guard let decimal = tape.decimal(at: position),
            let document = try? PayloadDocument(parsing: Array("\(number)".utf8))
        else { return false }
        return document.tape.decimal(at: 0) == decimal
    }

    private mutating func readText(
        _ position: Int, at place: Int, _ tape: PayloadTape, _ scanner: ByteScanner
    ) {
        states[place].kinds.texts += 1
        guard tape.hasEscapes(at: position) else {
            return keepText(tape.bytes, tape.textRange(at: position), at: place, scanner)
        }
        let text = tape.decodedText(at: position)
        ByteScanner.scan(text) { keepText(text, text.indices, at: place, $0) }
    }

    private mutating func keepText(
        _ bytes: [UInt8], _ range: Range<Int>, at place: Int, _ scanner: ByteScanner
    ) {
        let hash = ValueHash.bytes(scanner, range)
        states[place].texts.lengths.add(range.count)
        guard !range.isEmpty else {
            states[place].texts.empty += 1
            states[place].texts.addWord(hash, isLong: false) { "" }
            states[place].keep(hash, isBlank: true)
            states[place].values.insert(hash)
            states[place].addExample(hash) { "" }
            return
        }
        let forms = TextForms.forms(of: bytes, range)
        states[place].texts.add(forms)
        if !forms.isDisjoint(with: [.of(.url), .of(.relativeURL)]),
            let collection = URLCollection.range(bytes, range)
        {
            states[place].texts.addCollection(ValueHash.bytes(scanner, collection)) {
                String(decoding: bytes[collection], as: UTF8.self)
            }
        }
        let text = { String(decoding: bytes[range], as: UTF8.self) }
        states[place].texts.addWord(hash, isLong: range.count > 40, text)
        keepScalar(hash, at: place, isKey: range.count <= 512) {
            Self.prefix(of: bytes, range)
        }
    }

    /// Returns the first 200 bytes of a text, without a part of a character at the end.
    private static func prefix(of bytes: [UInt8], _ range: Range<Int>) -> String {
        var end = min(range.upperBound, range.lowerBound + 200)
        while end < range.upperBound, end > range.lowerBound, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return String(decoding: bytes[range.lowerBound..<end], as: UTF8.self)
    }

    private mutating func keepScalar(
        _ hash: UInt64, at place: Int, isKey: Bool, _ text: () -> String
    ) {
        states[place].keep(hash, isKey: isKey)
        if states[place].values.insert(hash) { states[place].addExample(hash, text) }
    }
}

/// Containers.
extension ValuePass {
    private mutating func readArray(
        _ position: Int, at place: Int, parent: Int, _ tape: PayloadTape, _ scanner: ByteScanner
    ) {
        if let rows, rows.place == place {
            return readRow(position, rows, parent: parent, tape, scanner)
        }
        states[place].kinds.arrays += 1
        states[place].lengths.add(tape.count(at: position))
        let inner = Int(tree.nodes[place].element)
        guard inner >= 0 else {
            states[place].keep(OpaqueHash.of(position, tape, scanner))
            return
        }
        let tables = states[inner].tables
        for table in tables { self.tables[table].list = ListOrder() }
        var hash = ValueHash.emptyArray
        var element = tape.firstChild(of: position)
        let end = tape.end(of: position)
        let isSampled = sampler != nil && isArrayOfRecords(place)
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
        states[place].keep(hash)
    }

    /// Tests for an array at the top of a document, or in an object there.
    private func isArrayOfRecords(_ place: Int) -> Bool {
        RecordSampler.isArrayOfRecords(place, tree)
    }

    private mutating func readMap(
        _ position: Int, at place: Int, parent: Int, _ tape: PayloadTape, _ scanner: ByteScanner
    ) {
        states[place].kinds.objects += 1
        records += 1
        let entry = Int(tree.nodes[place].entry)
        let index = states[place].keys
        var hash = ValueHash.emptyObject
        steps.append(0)
        for key in sortedKeys(position, tape) {
            let text = tape.text(at: key)
            let keyHash = ValueHash.bytes(Array(text))
            keys[index].add(text, keyHash)
            entryKey = keyHash
            hash &+= ValueHash.pair(
                keyHash, read(key + 1, at: entry, parent: parent, tape, scanner))
            keys[index].add(states[entry].column, of: keyHash)
            steps[steps.count - 1] &+= 1
        }
        steps.removeLast()
        states[place].keep(hash)
    }

    /// Returns the keys of an object in order of their bytes, of equal ones the last.
    ///
    /// The order of the members of a map says nothing, so it must not change the first of its
    /// values.
    private func sortedKeys(_ position: Int, _ tape: PayloadTape) -> [Int] {
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
        return keys.indices.compactMap { index in
            index + 1 < keys.count && keys[index].text.elementsEqual(keys[index + 1].text)
                ? nil : keys[index].position
        }
    }

    /// Reads a row like an object whose keys the header has.
    private mutating func readRow(
        _ position: Int, _ rows: RowColumns, parent: Int, _ tape: PayloadTape,
        _ scanner: ByteScanner
    ) {
        states[rows.place].kinds.objects += 1
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
        states[rows.place].keep(hash)
        finish(rows.place, record, parent: parent, entryKey: 0, tape)
    }

    private mutating func readObject(
        _ position: Int, at place: Int, parent: Int, _ tape: PayloadTape, _ scanner: ByteScanner
    ) {
        states[place].kinds.objects += 1
        records += 1
        let record = visits
        let entryKey = entryKey
        let first = members.count
        let isKnown = find(position, at: place, ordinal: record, tape, scanner)
        guard isKnown || members.count > first else {
            // An object without members that have places: a dictionary as a whole, or empty.
            states[place].keep(OpaqueHash.of(position, tape, scanner))
            return finish(place, record, parent: parent, entryKey: entryKey, tape)
        }
        var hash = ValueHash.emptyObject
        for index in first..<members.count {
            let member = members[index]
            let isWrapped = states[member.place].isWrapper
            hash &+= ValueHash.pair(
                tree.nodes[member.place].keyHash,
                read(
                    member.position, at: member.place, parent: isWrapped ? parent : record, tape,
                    scanner))
        }
        members.removeLast(members.count - first)
        states[place].keep(hash)
        finish(place, record, parent: parent, entryKey: entryKey, tape)
    }

    /// Finds the places of the members of an object; the last of two with one key counts.
    ///
    /// Returns whether all of them have places.
    private mutating func find(
        _ position: Int, at place: Int, ordinal: Int, _ tape: PayloadTape, _ scanner: ByteScanner
    ) -> Bool {
        let first = members.count
        var isComplete = true
        var key = tape.firstChild(of: position)
        let end = tape.end(of: position)
        var previous = -1
        while key < end {
            let member = tree.member(of: place, after: previous, keyAt: key, tape, scanner)
            if member < 0 {
                isComplete = false
            } else if tree.nodes[member].seen == ordinal {
                if let index = members[first...].firstIndex(where: { $0.place == member }) {
                    members[index].position = key + 1
                }
                previous = member
            } else {
                tree.nodes[member].seen = ordinal
                members.append(Member(place: member, position: key + 1))
                previous = member
            }
            key = tape.next(after: key + 1)
        }
        return isComplete
    }
}

/// Candidates for identities.
extension ValuePass {
    /// Adds a record, whose members have been read, to the tables of its place.
    private mutating func finish(
        _ place: Int, _ record: Int, parent: Int, entryKey: UInt64, _ tape: PayloadTape
    ) {
        let (tableRange, variantRange) = (states[place].tables, states[place].variants)
        guard !tableRange.isEmpty || !variantRange.isEmpty else { return }
        var hasRow = false
        keyHashes.removeAll(keepingCapacity: true)
        for table in tableRange {
            let hash = keyHash(of: table, record, entryKey: entryKey)
            keyHashes.append(hash)
            guard hash != 0 else {
                tables[table].missing += 1
                tables[table].list?.isBroken = true
                continue
            }
            tables[table].present += 1
            addToList(table, tape)
            guard hash < tables[table].bound else { continue }
            if !hasRow {
                fillRow(states[place].columns, record)
                hasRow = true
            }
            tables[table].add(hash, parent: parent, row: row, origin: [source, document] + steps)
        }
        guard !variantRange.isEmpty else { return }
        if !hasRow { fillRow(states[place].columns, record) }
        for variant in variantRange { addVariant(variant, record, tape) }
    }

    /// Returns the hash of a candidate's value in a record, or 0 if it has none that fits (I1).
    private func keyHash(of table: Int, _ record: Int, entryKey: UInt64) -> UInt64 {
        guard let first = tables[table].key.first else { return entryKey }
        var hash = value(of: Int(first), record)
        for column in tables[table].key.dropFirst() {
            let next = value(of: Int(column), record)
            hash = hash == 0 || next == 0 ? 0 : ValueHash.pair(hash, next)
        }
        return hash
    }

    private func value(of column: Int, _ record: Int) -> UInt64 {
        states[column].visit > record && states[column].isKey ? states[column].hash : 0
    }

    private mutating func fillRow(_ columns: [Int32], _ record: Int) {
        row.removeAll(keepingCapacity: true)
        for column in columns {
            let column = Int(column)
            row.append(states[column].visit > record ? states[column].column : 0)
        }
    }

    /// Compares the value with that of the record before it in the same array.
    private mutating func addToList(_ table: Int, _ tape: PayloadTape) {
        guard tables[table].key.count == 1, let column = tables[table].key.first else { return }
        tables[table].list?.add(states[Int(column)].position, tape)
    }

    private mutating func addVariant(_ variant: Int, _ record: Int, _ tape: PayloadTape) {
        let column = Int(variants[variant].column)
        let position = states[column].position
        guard states[column].visit > record, tape.isString(at: position),
            tape.textLength(at: position) > 0
        else { return }
        variants[variant].add(
            states[column].hash, isLong: tape.textLength(at: position) > VariantState.longestValue,
            row: row, keys: keyHashes
        ) { tape.string(at: position) }
    }
}
