package import ObjectGraph
package import ObjectGraphSQL

extension PostgresRow: RowCells {}

extension PostgresConnection: SQLSession {
    package var dialect: any SQLDialect { PostgresDialect(engine: settings.engine) }

    package func execute(_ sql: String, _ values: [SQLValue]) throws(StoreError) {
        try send(sql, try parameters(values)) { (_) throws(StoreError) in }
    }

    package func changeRow(
        _ sql: String, _ values: [SQLValue], otherwise error: @autoclosure () -> StoreError
    ) throws(StoreError) {
        let error = error()
        try send(sql, try parameters(values)) { (result) throws(StoreError) in
            guard result.changeCount == 1 else { throw error }
        }
    }

    package func forEachRow(
        _ sql: String, _ values: [SQLValue], _ body: (any SQLRow) throws(StoreError) -> Void
    ) throws(StoreError) {
        try query(sql, try parameters(values)).forEachRow { (row) throws(StoreError) in
            try body(row)
        }
    }

    package func forEachStoredRow(
        _ query: BoundStatement, _ rows: RowSelection,
        _ body: (StoredRow) throws(StoreError) -> Void
    ) throws(StoreError) {
        let reader = RowReader(rows)
        try self.query(query.sql, try parameters(query.values)).forEachRow {
            (row) throws(StoreError) in try body(try reader.row(row))
        }
    }

    package func brokenReference(in schema: StoreSchema) throws(StoreError) -> StoreError? {
        try BrokenReferences(self, schema).first()
    }

    /// Executes a schema statement; a failure does not abort the transaction.
    package func executeOnce(_ sql: String) throws(StoreError) {
        guard isInTransaction else { return try execute(sql) }
        try withSavepoint { () throws(StoreError) in try execute(sql) }
    }

    package func withSavepoint(_ work: () throws(StoreError) -> Void) throws(StoreError) {
        try awaitAnswers()
        try execute("SAVEPOINT mercator_part")
        do throws(StoreError) {
            try work()
        } catch {
            let failure = failure
            if !isLost {
                try execute(
                    "ROLLBACK TO SAVEPOINT mercator_part; RELEASE SAVEPOINT mercator_part")
            }
            self.failure = failure
            throw error
        }
        let count = changeCount
        try execute("RELEASE SAVEPOINT mercator_part")
        changeCount = count
    }

    package func forgetStatements() throws(StoreError) {
        guard settings.preparesStatements else { return }
        try execute("DEALLOCATE ALL")
        prepared = PreparedStatements()
    }

    /// Drops an index unless its table is in use, since waiting would block later transactions.
    package func dropIndex(_ name: String) throws(StoreError) -> Bool {
        try execute("SAVEPOINT mercator_index; SET LOCAL lock_timeout = 10")
        do throws(StoreError) {
            try execute("DROP INDEX IF EXISTS \(name.quotedName)")
        } catch {
            guard failure?.sqlState == "55P03" else { throw error }
            try execute("ROLLBACK TO SAVEPOINT mercator_index")
            return false
        }
        try execute(
            "RELEASE SAVEPOINT mercator_index; "
                + "SET LOCAL lock_timeout = \(settings.lockTimeout)")
        return true
    }

    /// Returns the parameters of a statement; questions about texts are answered first.
    func parameters(_ values: [SQLValue]) throws(StoreError) -> PostgresParameters {
        var parameters = PostgresParameters()
        var answers: [TextQuestion: (numbers: [Int64], ranks: [Int64])] = [:]
        for value in values {
            switch value {
            case .value(let value): parameters.append(value)
            case .numbers(let numbers): parameters.append(numbers)
            case .list(let values):
                if let kind = values.lazy.compactMap(StoreColumn.Kind.init).first {
                    parameters.append(values, of: kind)
                } else {
                    parameters.appendNull()
                }
            case .found(let question), .ranks(let question):
                let known = answers[question]
                let answer = if let known { known } else { try answer(question) }
                answers[question] = answer
                if case .found = value {
                    parameters.append(answer.numbers)
                } else {
                    parameters.append(answer.ranks)
                }
            }
        }
        return parameters
    }

    private func answer(
        _ question: TextQuestion
    ) throws(StoreError) -> (numbers: [Int64], ranks: [Int64]) {
        try question.answer { (body) throws(StoreError) in
            try forEachRow(question.sql, PostgresParameters()) { (row) throws(StoreError) in
                body(row.integer(0), row.text(1))
            }
        }
    }
}
