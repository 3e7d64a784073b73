import MercatorPayload

/// Candidates for identities.
extension ValuePass {
    /// Adds a record to the tables of its node, after its members have been read.
    mutating func finish(
        _ node: SchemaNodeID, _ record: Int, parent: Int, entryKey: UInt64, _ tape: PayloadTape
    ) {
        let (tableRange, variantRange) = (states[node].tables, states[node].variants)
        guard !tableRange.isEmpty || !variantRange.isEmpty else { return }
        // Taken out of the pass, so that the tables do not count its owners at each record.
        var row: [UInt32] = []
        swap(&row, &self.row)
        defer { swap(&row, &self.row) }
        var hasRow = false
        let origin = RecordOrigin(source: source, document: document, steps: steps)
        for table in tableRange {
            let column = keyColumns[table].first
            let hash =
                keyColumns[table].count > 1
                ? Self.keyHash(of: keyColumns[table], last, record)
                : column.map { last[$0].key(in: record) } ?? entryKey
            keyHashes.set(hash, at: table - tableRange.lowerBound)
            guard hash != 0 else {
                tables[table].addMissing()
                continue
            }
            if let column, keyColumns[table].count == 1 {
                if let position = last[column].position {
                    tables[table].addPresent(at: position, tape)
                } else {
                    tables[table].addPresent(held[column], tape)
                }
            } else {
                tables[table].addPresent(nil, tape)
            }
            guard hash < tables[table].bound else { continue }
            if !hasRow {
                Self.fill(&row, states[node].columns, last, record)
                hasRow = true
            }
            tables[table].add(hash, parent: parent, row: row, origin: origin)
        }
        guard !variantRange.isEmpty else { return }
        if !hasRow { Self.fill(&row, states[node].columns, last, record) }
        for variant in variantRange { addVariant(variant, record, row, tape) }
    }

    /// Returns the hash of a compound key in a record, or 0 if one of its values is missing (I1).
    ///
    /// Static, as ``fill(_:_:_:_:)`` is: a method would copy the pass, which is being changed.
    private static func keyHash(
        of columns: [SchemaNodeID], _ last: [LastValue], _ record: Int
    ) -> UInt64 {
        columns.dropFirst().reduce(last[columns[0]].key(in: record)) { hash, column in
            let next = last[column].key(in: record)
            return hash == 0 || next == 0 ? 0 : ValueHash.pair(hash, next)
        }
    }

    /// Collects the columns of a record.
    private static func fill(
        _ row: inout [UInt32], _ columns: [SchemaNodeID], _ last: [LastValue], _ record: Int
    ) {
        for (index, column) in columns.enumerated() {
            let value = last[column]
            row.set(value.visit > record ? value.column : 0, at: index)
        }
    }

    private mutating func addVariant(
        _ variant: Int, _ record: Int, _ row: [UInt32], _ tape: PayloadTape
    ) {
        let column = variants[variant].column
        guard last[column].visit > record else { return }
        guard let position = last[column].position else {
            guard case .text(let bytes) = held[column] else { return }
            return addVariant(variant, column, row, bytes.count) {
                String(decoding: bytes, as: UTF8.self)
            }
        }
        guard tape.isString(at: position) else { return }
        addVariant(variant, column, row, tape.textLength(at: position)) {
            tape.string(at: position)
        }
    }

    private mutating func addVariant(
        _ variant: Int, _ column: SchemaNodeID, _ row: [UInt32], _ length: Int,
        _ text: () -> String
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
