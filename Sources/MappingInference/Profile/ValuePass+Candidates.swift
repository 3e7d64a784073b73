import Payload

/// Candidates for identities.
extension ValuePass {
    /// Adds a record to the tables of its node, after its members have been read.
    mutating func finish(
        _ place: SchemaNodeID, _ record: Int, parent: Int, entryKey: UInt64, _ tape: PayloadTape
    ) {
        let (tableRange, variantRange) = (states[place].tables, states[place].variants)
        guard !tableRange.isEmpty || !variantRange.isEmpty else { return }
        var hasRow = false
        for table in tableRange {
            let hash = keyHash(of: table, record, entryKey: entryKey)
            keyHashes.set(hash, at: table - tableRange.lowerBound)
            guard hash != 0 else {
                tables[table].addMissing()
                continue
            }
            let column = tables[table].columns.first
            tables[table].addPresent(
                at: column.flatMap { last[$0].position }, column.flatMap { held[$0] }, tape)
            guard hash < tables[table].bound else { continue }
            if !hasRow {
                fillRow(place, record)
                hasRow = true
            }
            tables[table].add(
                hash, parent: parent, row: row,
                origin: RecordOrigin(source: source, document: document, steps: steps))
        }
        guard !variantRange.isEmpty else { return }
        if !hasRow { fillRow(place, record) }
        for variant in variantRange { addVariant(variant, record, tape) }
    }

    /// Returns the hash of a candidate's value in a record, or 0 if it has none that fits (I1).
    private func keyHash(of table: Int, _ record: Int, entryKey: UInt64) -> UInt64 {
        let columns = tables[table].columns
        guard let first = columns.first else { return entryKey }
        var hash = value(of: first, record)
        for column in columns.dropFirst() {
            let next = value(of: column, record)
            hash = hash == 0 || next == 0 ? 0 : ValueHash.pair(hash, next)
        }
        return hash
    }

    private func value(of column: SchemaNodeID, _ record: Int) -> UInt64 {
        last[column].visit > record && last[column].isKey ? last[column].hash : 0
    }

    /// Collects the columns of a record.
    private mutating func fillRow(_ place: SchemaNodeID, _ record: Int) {
        for (index, column) in states[place].columns.enumerated() {
            let value = last[column]
            row.set(value.visit > record ? value.column : 0, at: index)
        }
    }

    private mutating func addVariant(_ variant: Int, _ record: Int, _ tape: PayloadTape) {
        let column = variants[variant].column
        guard last[column].visit > record else { return }
        guard let position = last[column].position else {
            guard case .text(let bytes) = held[column] else { return }
            return addVariant(variant, column, bytes.count) {
                String(decoding: bytes, as: UTF8.self)
            }
        }
        guard tape.isString(at: position) else { return }
        addVariant(variant, column, tape.textLength(at: position)) { tape.string(at: position) }
    }

    private mutating func addVariant(
        _ variant: Int, _ column: SchemaNodeID, _ length: Int, _ text: () -> String
    ) {
        guard length > 0 else { return }
        variants[variant].add(
            last[column].hash, isLong: length > VariantState.longestValue, row: row,
            keys: keyHashes, text)
    }
}

extension Array {
    /// Sets an element that is there or is the next one.
    fileprivate mutating func set(_ element: Element, at index: Int) {
        if index < count { self[index] = element } else { append(element) }
    }
}
