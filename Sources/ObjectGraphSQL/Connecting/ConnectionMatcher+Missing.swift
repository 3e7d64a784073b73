import ObjectGraph

/// Counting keys without a destination.
extension ConnectionMatcher {
    func missing() throws(StoreError) -> [[Value]: Int] {
        var missing: [[Value]: Int] = [:]
        if !layout.isToMany {
            try count(
                "\(tables.matches) AS m \(join) \(sources.sql) AS o ON o.\(id) = m.source",
                where: "m.count = 0", into: &missing)
        } else if arrayIndex == nil {
            try count(
                sourceRows,
                where: "NOT EXISTS (SELECT 1 FROM \(tables.wanted) AS w WHERE w.source = s.id)",
                into: &missing)
        } else {
            let conditions = try keyConditions() + destinationConditions
            try count(
                sourceRows + keyElements(areFitting: true),
                where: "NOT EXISTS (SELECT 1 FROM \(destinations.sql) AS d "
                    + "WHERE \(conditions.joined(separator: " AND ")))", into: &missing)
            try count(
                sourceRows + keyElements(areFitting: false), areMismatches: true, into: &missing)
        }
        return missing
    }

    /// Counts the keys of sources that satisfy a condition; mismatches are elements of arrays that
    /// no destination can have.
    private func count(
        _ rows: String, where condition: String? = nil, areMismatches: Bool = false,
        into missing: inout [[Value]: Int]
    ) throws(StoreError) {
        var parts: [String] = []
        var kinds: [StoreColumn.Kind?] = []
        for part in request.sourceSlots.indices {
            let isMismatch = areMismatches && part == arrayIndex
            parts.append(isMismatch ? try mismatch : try key(part))
            kinds.append(isMismatch ? nil : StoreColumn.Kind(keyType(part)))
        }
        let groups = (1...parts.count).map(String.init).joined(separator: ", ")
        try session.forEachRow(
            "SELECT \(parts.joined(separator: ", ")), count(*) FROM \(rows) "
                + "WHERE \(try hasKey())\(condition.map { " AND \($0)" } ?? "") GROUP BY \(groups)",
            []
        ) { (row) throws(StoreError) in
            var values: [Value] = []
            for (column, kind) in kinds.enumerated() {
                values.append(try value(of: row, Int32(column), kind))
            }
            missing[values, default: 0] += Int(row.integer(Int32(kinds.count)))
        }
    }

    /// Returns the type of a key part; for elements of arrays, from the destination.
    private func keyType(_ part: Int) -> AttributeType {
        let slots = schema.model.layouts[request.sources.entity].slots
        guard part != arrayIndex, let attribute = slots[request.sourceSlots[part]].attribute else {
            return destinationTypes[part]
        }
        return attribute.type
    }

    /// The expression for the text of an element that no destination can have.
    private var mismatch: String {
        get throws(StoreError) { try elements(areFitting: false)?.value ?? "k.mismatch" }
    }

    /// Returns a part of a key; without a kind, it is the text of an element.
    private func value(
        of row: any SQLRow, _ column: Int32, _ kind: StoreColumn.Kind?
    ) throws(StoreError) -> Value {
        guard let kind else {
            guard let value = ValueJSON.value(row.text(column)) else {
                throw StoreError(.corrupt, "an element of a foreign-key array is no JSON")
            }
            return value
        }
        guard let value = row.value(column, kind) else {
            throw StoreError(
                .corrupt,
                "a foreign key of \(schema.model.layouts[request.sources.entity].name) is no \(kind)"
            )
        }
        return value
    }
}
