import ObjectGraph

/// Checking the store's own tables.
extension IntegrityCheck {
    /// Checks that new objects of a tree would get unused numbers.
    func checkSequence(_ table: StoreTable) throws(StoreError) {
        let name = schema.model.layouts[table.root].name
        let sequence = try questions.sequence(of: table, session)
        guard !sequence.isRight else { return }
        let found = sequence.next.map { "\($0)" } ?? sequence.text
        let reason =
            (sequence.next ?? 0) > sequence.last || sequence.next == nil
            ? "which is no number to go on with" : "but \(name)/\(sequence.last) exists"
        add(
            IntegrityProblem(
                .lateSequence, property: name, "the next number is \(found), \(reason)",
                repair: sequence.repaired.map { "the next number becomes \($0)" }))
    }

    /// Compares the stored definitions with the schema's definitions.
    func checkDefinitions() throws(StoreError) {
        let stored = try session.storedDefinitions()
        let (found, expected) = (Set(stored), Set(schema.definitions))
        for definition in expected.subtracting(found).sorted(by: { $0.title < $1.title }) {
            add(
                IntegrityProblem(
                    .damagedFile,
                    "mercator_schema does not say that '\(definition.name)' holds "
                        + "\(definition.title): \(definition.text)"))
        }
        for definition in found.subtracting(expected).sorted(by: { $0.title < $1.title }) {
            add(
                IntegrityProblem(
                    .damagedFile,
                    "mercator_schema says that '\(definition.name)' holds \(definition.title): "
                        + "\(definition.text.prefix(80)), which nobody has written"))
        }
    }

    /// Checks that the connections registered by loads can be read.
    func checkConnections() throws(StoreError) {
        let rows = try session.query("SELECT id, description FROM mercator_connections") {
            (row) throws(StoreError) in (number: row.integer(0), text: row.text(1))
        }
        for (number, text) in rows {
            do throws(StoreError) {
                _ = try ConnectionDescription(text: text)
            } catch {
                add(
                    IntegrityProblem(
                        .unreadableValue, property: "mercator_connections.description",
                        "row \(number) holds no connection, found '\(text.prefix(40))'"))
            }
        }
    }
}
