import ObjectGraph

/// The complete model of a file, as a row of `mercator_store`, which exists in files of every
/// version.
///
/// `mercator_schema` says only what determines tables and columns. With this row, programs that do
/// not know the model can read the file as a graph.
struct ModelRecord {
    private static let key: Value = "model"
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) {
        self.connection = connection
    }

    /// Records a model; the caller has opened a transaction.
    func write(_ model: ManagedObjectModel) throws(StoreError) {
        try connection.execute(
            "INSERT OR REPLACE INTO mercator_store VALUES (?, ?)", [Self.key, .string(model.text)])
    }

    /// Tests whether exactly this model is recorded.
    func isCurrent(_ model: ManagedObjectModel) throws(StoreError) -> Bool {
        try connection.number(
            "SELECT value = ? FROM mercator_store WHERE key = ?",
            [.string(model.text), Self.key]) == 1
    }

    /// Returns the recorded model; `nil` if there is none, or if it cannot be read.
    func model() throws(StoreError) -> ManagedObjectModel? {
        let texts = try connection.texts(
            "SELECT value FROM mercator_store WHERE key = ?", [Self.key])
        return texts.first.flatMap(ManagedObjectModel.reading)
    }
}
