package import ObjectGraph

/// The complete model of a file, as a row of `mercator_store`, which exists in files of every
/// version.
///
/// `mercator_schema` contains only the definitions of tables and columns. With this row, programs
/// without the model can read the file as a graph.
package struct ModelRecord {
    private static let key = "model"
    private let session: any SQLSession

    package init(_ session: any SQLSession) {
        self.session = session
    }

    /// Records a model; the caller has opened a transaction.
    package func write(_ model: ManagedObjectModel) throws(StoreError) {
        try StoreRecords(session).write(model.text, of: Self.key)
    }

    /// Tests whether exactly this model is recorded.
    package func isCurrent(_ model: ManagedObjectModel) throws(StoreError) -> Bool {
        let (text, key) = (session.parameter(1), session.parameter(2))
        return try session.number(
            "SELECT count(*) FROM mercator_store WHERE value = \(text) AND key = \(key)",
            [.string(model.text), .string(Self.key)]) == 1
    }

    /// Returns the recorded model; `nil` if missing or unreadable.
    package func model() throws(StoreError) -> ManagedObjectModel? {
        try StoreRecords(session).text(of: Self.key).flatMap(ManagedObjectModel.reading)
    }
}
