package import ObjectGraph

/// The description of its content that a store contains.
package struct StoredDescription: Sendable {
    /// The model of the store.
    package let model: ManagedObjectModel
    /// The attributes that identify an object, by the name of the entity; entities whose objects
    /// nothing identifies are missing.
    package let identifications: [String: [String]]
    /// Indicates whether the model is complete; earlier stores contain only table definitions.
    package let isComplete: Bool
}

extension StoredDescription {
    /// Reads the description of a store, whose path is named in messages; the caller has opened a
    /// transaction.
    package static func read(
        _ session: any SQLSession, _ path: String
    ) throws(StoreError) -> StoredDescription {
        let definitions = try session.storedDefinitions()
        let fingerprint = try session.texts(StoreSchema.fingerprintQuestion).first
        func fits(_ model: ManagedObjectModel) -> Bool {
            StoreSchema(model, existing: definitions, session.dialect).fingerprint
                == fingerprint
        }
        // An earlier version that migrates the store leaves the record as it was.
        if let model = try ModelRecord(session).model(), fits(model) {
            return try StoredDescription(of: model, isComplete: true, session)
        }
        let model = try DefinedModel(definitions, unique: try session.modelIndexes()).model()
        guard fits(model) else {
            throw StoreError(
                .schemaMismatch,
                "'\(path)' was written by an earlier version of Mercator, and says too little "
                    + "about its model; open it once for writing with its own program")
        }
        return try StoredDescription(of: model, isComplete: false, session)
    }

    private init(
        of model: ManagedObjectModel, isComplete: Bool, _ session: any SQLSession
    ) throws(StoreError) {
        let identifications = try Identifications(model, session)
        let pairs = model.entities.map { ($0.name, identifications.attributes(of: $0)) }
            .filter { !$0.1.isEmpty }
        self.init(
            model: model,
            identifications: Dictionary(pairs, uniquingKeysWith: { first, _ in first }),
            isComplete: isComplete)
    }
}

extension SQLSession {
    /// Returns the attributes of the indexes that a model requires, with their entities.
    fileprivate func modelIndexes() throws(StoreError) -> [(entity: String, names: [String])] {
        try query(
            "SELECT \(IndexEntry.columns) FROM mercator_indexes "
                + "WHERE origin = \(parameter(1)) ORDER BY name",
            [.string(IndexKeeper.Origin.model.rawValue)]
        ) { (row) throws(StoreError) in
            let entry = IndexEntry(row)
            return (entry.entity, entry.attributes)
        }
    }
}
