import ObjectGraph
import ObjectGraphSQL

/// Links.
extension PostgresRowWriter {
    mutating func write(_ changes: LinkChanges) throws(StoreError) {
        let table = try schema.links(changes.relationship)
        if !changes.removed.isEmpty {
            try connection.execute(
                "DELETE FROM \(table.sql) AS l USING unnest($1, $2) AS u(source, destination) "
                    + "WHERE l.source = u.source AND l.destination = u.destination",
                [
                    .numbers(changes.removed.map(\.source)),
                    .numbers(changes.removed.map(\.destination)),
                ])
        }
        let (fresh, known) = parts(of: changes.stored, in: table)
        if isCopied(fresh.count) {
            copy(fresh, into: table)
        } else {
            try insert(fresh, into: table, "")
        }
        // Rows that may be inserted concurrently are inserted in a consistent order.
        let sorted = known.sorted { ($0.source, $0.destination) < ($1.source, $1.destination) }
        try insert(sorted, into: table, update(of: table))
    }

    /// Returns the links of new rows, which cannot exist, and the remaining ones.
    ///
    /// Rows that may exist take twice as long.
    ///
    /// A statement cannot write a row twice, so the last of several with the same ends remains.
    private func parts(
        of links: [StoredLink], in table: JoinTableSchema
    ) -> (fresh: [StoredLink], known: [StoredLink]) {
        let links = links.lastOfEach
        let sources = created.numbers(of: table.sourceRoot)
        let destinations = created.numbers(of: table.destinationRoot)
        guard !sources.isEmpty || !destinations.isEmpty else { return ([], links) }
        var (fresh, known): ([StoredLink], [StoredLink]) = ([], [])
        for link in links {
            if sources.contains(link.source) || destinations.contains(link.destination) {
                fresh.append(link)
            } else {
                known.append(link)
            }
        }
        return (fresh, known)
    }

    private mutating func copy(_ links: [StoredLink], into table: JoinTableSchema) {
        let columns = table.columns
        let target = "\(table.sql) (\(columns.joined(separator: ", ")))"
        copies.append(CopiedTable(target: target, columns: columns.count)) {
            (copy) throws(StoreError) in
            for link in links {
                copy.beginRow()
                copy.cells.append(link.source)
                copy.cells.append(link.destination)
                if table.hasPosition { copy.cells.append(position: link.position) }
                if table.hasInversePosition { copy.cells.append(position: link.inversePosition) }
                try copy.endRow()
            }
        }
    }

    /// The number of links in a statement; the client encodes the next ones during execution.
    private static let batchSize = 8192

    private func insert(
        _ links: [StoredLink], into table: JoinTableSchema, _ conflict: String
    ) throws(StoreError) {
        var rest = links[...]
        while !rest.isEmpty {
            try insert(rest.prefix(Self.batchSize), into: table, conflict)
            rest = rest.dropFirst(Self.batchSize)
        }
    }

    private func insert(
        _ links: ArraySlice<StoredLink>, into table: JoinTableSchema, _ conflict: String
    ) throws(StoreError) {
        var parameters = PostgresParameters()
        parameters.append(links.lazy.map(\.source))
        parameters.append(links.lazy.map(\.destination))
        if table.hasPosition { parameters.append(positions: links.lazy.map(\.position)) }
        if table.hasInversePosition {
            parameters.append(positions: links.lazy.map(\.inversePosition))
        }
        let columns = table.columns.joined(separator: ", ")
        let arrays = table.columns.enumerated().map { "unnest($\($0 + 1)) AS \($1)" }
            .joined(separator: ", ")
        try connection.send(
            "INSERT INTO \(table.sql) AS l (\(columns)) SELECT * FROM (SELECT \(arrays)) AS u"
                + conflict, parameters
        ) { (_) throws(StoreError) in }
    }

    /// Returns the clause that updates the positions of an existing link if they differ.
    private func update(of table: JoinTableSchema) -> String {
        let positions = table.columns.dropFirst(2)
        let assignments = positions.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        let differences = positions.map { "l.\($0) IS DISTINCT FROM excluded.\($0)" }
            .joined(separator: " OR ")
        return " ON CONFLICT (source, destination) DO "
            + (positions.isEmpty ? "NOTHING" : "UPDATE SET \(assignments) WHERE \(differences)")
    }
}

extension [StoredLink] {
    private struct Ends: Hashable {
        let source, destination: Int64
    }

    /// The links without duplicates; the last one with the same ends wins.
    fileprivate var lastOfEach: [StoredLink] {
        var lastIndices: [Ends: Int] = [:]
        lastIndices.reserveCapacity(count)
        for (index, link) in enumerated() {
            lastIndices[Ends(source: link.source, destination: link.destination)] = index
        }
        guard lastIndices.count < count else { return self }
        return lastIndices.values.sorted().map { self[$0] }
    }
}

extension CellBuffer {
    /// Appends a position, which may be missing.
    fileprivate mutating func append(position: Int64?) {
        if let position { append(position) } else { appendNull() }
    }
}

extension PostgresParameters {
    /// Appends an array of optional positions.
    fileprivate mutating func append(positions: some Sequence<Int64?>) {
        appendArray(of: .bigint) { cells in
            for position in positions { cells.append(position: position) }
        }
    }
}
