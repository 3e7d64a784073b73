import Foundation
import Mercator

/// The store of an import or, for a dry run, a copy of it that is removed with this value.
final class ImportStore {
    private let path: String
    private let copy: TemporaryFile?

    /// Creates the copy of a dry run; the store itself is opened later.
    ///
    /// - Throws: ``CommandError`` if no store can be at the path.
    init(_ path: String, isDryRun: Bool) throws {
        self.path = path
        try FilePlace(path).requireStorable()
        copy = isDryRun ? try TemporaryFile("copy.sqlite") : nil
    }

    deinit { copy?.remove() }

    /// Opens the store for a mapping, which it keeps from then on.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - mapping: The mapping; `nil` to keep none.
    ///   - mappingPath: The path of the mapping file, if one was given.
    /// - Returns: The container of the store.
    /// - Throws: ``CommandError`` if the store was made for another mapping.
    func open(
        _ model: ManagedObjectModel, _ mapping: ImportMapping?, mappingPath: String?
    ) throws -> PersistentContainer {
        var options = SQLiteStore.Options()
        options.views = .create
        if let mapping {
            options.annotations = try StoredMapping.annotations(mapping.file, group: mapping.group)
        }
        let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        if let copy, size ?? 0 > 0, !FileManager.default.fileExists(atPath: copy.path) {
            options.seed = path
        }
        let store = SQLiteStore(copy?.path ?? path, options: options)
        do throws(StoreError) {
            return try PersistentContainer(model: model, store: store)
        } catch {
            guard mapping != nil, error.code == .schemaMismatch else { throw error }
            throw mismatch(error, model, mappingPath)
        }
    }

    /// Returns the error for a mapping that lacks what the store has.
    ///
    /// Without a mapping file, the mapping includes that of the store, unless another process has
    /// changed it since.
    private func mismatch(
        _ error: StoreError, _ model: ManagedObjectModel, _ mapping: String?
    ) -> CommandError {
        let stored = try? SQLiteStore(path, options: .init(isReadOnly: true)).storedModel()
        let missing = (stored?.entities ?? []).map(\.name).filter { model[$0] == nil }
        guard mapping != nil || missing.isEmpty else {
            return CommandError(
                "another import has changed '\(path)' meanwhile; import again when it has ended")
        }
        let name = mapping.map { "the mapping '\($0)'" } ?? "the mapping of the payloads"
        let reason =
            missing.isEmpty
            ? error.message : "it lacks \(TextLines(missing, limit: 3).joined), which the store has"
        return CommandError(
            "\(name) does not include that of '\(path)', which keeps another one; import into "
                + "another file, or extend the mapping: \(reason)")
    }
}
