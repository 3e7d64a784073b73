import Mercator

/// The store of an import or, for a dry run, a copy of it.
struct ImportStore {
    private let address: any StoreAddress
    private let copy: TemporaryFile?
    /// The file to copy initially; `nil` for a new store.
    private let seed: String?
    /// Indicates whether the command makes the store.
    private let isNew: Bool

    /// Prepares the copy for a dry run; the store itself is opened later.
    ///
    /// - Throws: ``CommandError`` if the address is not usable, or if the store cannot be copied.
    init(_ address: any StoreAddress, isDryRun: Bool) throws {
        self.address = address
        try address.requireStorable()
        isNew = try !isDryRun && address.isVacant()
        guard isDryRun else {
            (copy, seed) = (nil, nil)
            return
        }
        let copy = try TemporaryFile("copy.sqlite")
        self.copy = copy
        seed = try address.isVacant() ? nil : address.content(at: copy.path + ".seed")
    }

    /// Opens the store for a mapping, which is saved in it.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - mapping: The mapping; `nil` to keep none.
    ///   - mappingPath: The path of the mapping file, if one was given.
    /// - Returns: The container of the store.
    /// - Throws: ``CommandError`` if the store was created for a different mapping.
    func open(
        _ model: ManagedObjectModel, _ mapping: ImportMapping?, mappingPath: String?
    ) throws -> PersistentContainer {
        let annotations = try mapping.map(StoredMapping.annotations(of:))
        let store =
            copy.map { SQLiteAddress($0.path).writable(keeping: annotations ?? [:], seed: seed) }
            ?? address.writable(keeping: annotations ?? [:])
        do throws(StoreError) {
            return try PersistentContainer(model: model, store: store)
        } catch {
            guard mapping != nil, error.code == .schemaMismatch else { throw error }
            throw mismatch(error, model, mappingPath)
        }
    }

    /// Closes a container after a failure, and removes the store if it is new and has no objects.
    func abandon(_ container: PersistentContainer) {
        guard isNew, let counts = try? container.objectCounts(),
            counts.values.allSatisfy({ $0 == 0 })
        else { return }
        container.close()
        // The original error is reported; a store left behind is not a second failure.
        try? address.remove()
    }

    /// Returns the error for a mapping that lacks entities or properties of the store.
    ///
    /// Without a mapping file, the mapping includes the store's mapping, unless a concurrent
    /// process has changed it.
    private func mismatch(
        _ error: StoreError, _ model: ManagedObjectModel, _ mapping: String?
    ) -> CommandError {
        let stored = try? address.storedDescription().model
        let missing = (stored?.entities ?? []).map(\.name).filter { model[$0] == nil }
        guard mapping != nil || missing.isEmpty else {
            return CommandError(
                "another import has changed \(address) meanwhile; import again when it has ended")
        }
        let name = mapping.map { "the mapping '\($0)'" } ?? "the mapping of the payloads"
        let reason =
            missing.isEmpty
            ? error.message : "it lacks \(TextLines(missing, limit: 3).joined), which the store has"
        return CommandError(
            "\(name) does not include that of \(address), which keeps another one; import into "
                + "another store, or extend the mapping: \(reason)")
    }
}
