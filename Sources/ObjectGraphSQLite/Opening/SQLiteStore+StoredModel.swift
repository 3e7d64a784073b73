public import ObjectGraph

/// The description of its content that a file contains.
package struct StoredDescription: Sendable {
    /// The model of the file.
    package let model: ManagedObjectModel
    /// The attributes that identify an object, by the name of the entity; entities whose objects
    /// nothing identifies are missing.
    package let identifications: [String: [String]]
    /// Indicates whether the model is the one for which the file was created; files of earlier
    /// versions contain only what determines their tables.
    package let isComplete: Bool
}

extension SQLiteStore {
    /// Returns the model that the file was created for, or last migrated to.
    ///
    /// With it, a program can read any store without knowing its content. The file is only read,
    /// and must exist.
    ///
    /// ```swift
    /// let store = SQLiteStore("articles.sqlite", options: .init(isReadOnly: true))
    /// let container = try PersistentContainer(model: store.storedModel(), store: store)
    /// ```
    ///
    /// A file that was last written by an earlier version of Mercator contains less: entities,
    /// attributes and their types, but neither default values, rules, nor most inverse
    /// relationships. The model then has what is needed to read all objects.
    ///
    /// - Throws: ``ObjectGraph/StoreError`` with code `cannotOpen` if there is no such file, or
    ///   `corrupt` if it is not a store.
    public func storedModel() throws(StoreError) -> ManagedObjectModel {
        try storedDescription().model
    }

    /// Returns the model of the file, with what else the file knows about it.
    package func storedDescription() throws(StoreError) -> StoredDescription {
        let file = StoreFile(path)
        let hooks = StatementHooks(trace: options.trace)
        try file.requireStore("", hooks)
        let connection = try SQLiteConnection(
            path: path, access: file.readAccess, busyTimeout: options.busyTimeout, hooks: hooks)
        connection.keepLogOnClose(true)
        // All in one state of the file.
        try connection.execute("BEGIN")
        defer { try? connection.execute("COMMIT") }
        let definitions = try connection.storedDefinitions()
        let fingerprint = try connection.texts(StoreSchema.fingerprintQuestion).first
        func fits(_ model: ManagedObjectModel) -> Bool {
            StoreSchema(model, existing: definitions).fingerprint == fingerprint
        }
        // An earlier version that migrates the file leaves the record as it was.
        if let model = try ModelRecord(connection).model(), fits(model) {
            return try Self.description(of: model, isComplete: true, connection)
        }
        let model = try DefinedModel(definitions, unique: try connection.modelIndexes()).model()
        guard fits(model) else {
            throw StoreError(
                .schemaMismatch,
                "'\(path)' was written by an earlier version of Mercator, and says too little "
                    + "about its model; open it once for writing with its own program")
        }
        return try Self.description(of: model, isComplete: false, connection)
    }

    private static func description(
        of model: ManagedObjectModel, isComplete: Bool, _ connection: SQLiteConnection
    ) throws(StoreError) -> StoredDescription {
        let identifications = try Identifications(model, connection)
        let pairs = model.entities.map { ($0.name, identifications.attributes(of: $0)) }
            .filter { !$0.1.isEmpty }
        return StoredDescription(
            model: model,
            identifications: Dictionary(pairs, uniquingKeysWith: { first, _ in first }),
            isComplete: isComplete)
    }
}

extension SQLiteConnection {
    /// Returns the attributes of the indexes that a model requires, with their entities.
    fileprivate func modelIndexes() throws(StoreError) -> [(entity: String, names: [String])] {
        try query(
            "SELECT entity, attributes FROM mercator_indexes WHERE origin = ? ORDER BY name",
            [.string(IndexKeeper.Origin.model.rawValue)]
        ) { (row) throws(StoreError) in
            (row.text(0), row.text(1).split(separator: ", ").map(String.init))
        }
    }
}
