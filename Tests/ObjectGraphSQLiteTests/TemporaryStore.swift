import Foundation
import ObjectGraph
import ObjectGraphSQLite
import Synchronization

/// A directory for one test, which is removed when the test ends.
final class TemporaryStore {
    let directory: URL
    var path: String { directory.appendingPathComponent("graph.sqlite").path }

    init() throws {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("mercator-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    func open(
        _ model: ManagedObjectModel, options: SQLiteStore.Options = .init()
    ) throws -> SQLiteBackend {
        try SQLiteStore(path, options: options).openBackend(for: model)
    }
}

/// Collects the statements that a store executes.
final class Trace: Sendable {
    private let lines = Mutex<[String]>([])

    var statements: [String] { lines.withLock { $0 } }
    func note(_ sql: String) { lines.withLock { $0.append(sql) } }
}

extension StoreBackend {
    /// Inserts rows of an entity with values for all slots, in slot order.
    @discardableResult
    func insert(_ entity: Int, root: Int, _ rows: [[Value]]) throws -> [Int64] {
        let numbers = Array(try reserveNumbers(rows.count, root: root))
        var changes = ChangeSet()
        changes.inserted = zip(numbers, rows).map {
            StoredRow(number: $0, entity: entity, version: 1, row: Row($1))
        }
        try commit(changes)
        return numbers
    }

    func row(_ number: Int64, root: Int) throws -> StoredRow? {
        try makeReader().rows(root: root, numbers: [number]).first
    }
}

/// Returns the error that a closure throws.
func storeError(_ work: () throws -> Void) -> StoreError? {
    do {
        try work()
        return nil
    } catch {
        return error as? StoreError
    }
}
