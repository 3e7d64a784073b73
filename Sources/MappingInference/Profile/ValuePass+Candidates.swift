import Payload

/// Candidates for identities.
extension ValuePass {
    /// Adds a record, whose members have been read, to the tables of its place.
    mutating func finish(
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
                fillRow(place, record)
                hasRow = true
            }
            tables[table].add(hash, parent: parent, row: row, origin: origin)
        }
        guard !variantRange.isEmpty else { return }
        if !hasRow { fillRow(place, record) }
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

    /// Collects the columns of a record, and where it is.
    private mutating func fillRow(_ place: Int, _ record: Int) {
        row.removeAll(keepingCapacity: true)
        for column in states[place].columns {
            let column = Int(column)
            row.append(states[column].visit > record ? states[column].column : 0)
        }
        origin.removeAll(keepingCapacity: true)
        origin.append(source)
        origin.append(document)
        origin.append(contentsOf: steps)
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
