import Foundation
import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

/// A file that another program deletes, moves or replaces while a container has it open.
@Suite("A file that is taken away")
struct MovedFileTests {
    private let file: TemporaryStore
    private let model: ManagedObjectModel

    init() throws {
        file = try TemporaryStore()
        model = try ContractModel.make()
    }

    /// Ways to take a file away.
    enum Theft: String, CaseIterable, Sendable {
        case deleted, deletedWithItsLog, logDeleted, moved, replacedByAnother, replacedByItsCopy

        func happens(to path: String) throws {
            let manager = FileManager.default
            let others = ["-wal", "-shm"].map { path + $0 }
            switch self {
            case .deleted: try manager.removeItem(atPath: path)
            case .deletedWithItsLog:
                for path in [path] + others { try manager.removeItem(atPath: path) }
            case .logDeleted: for path in others { try manager.removeItem(atPath: path) }
            case .moved: try manager.moveItem(atPath: path, toPath: path + ".old")
            case .replacedByAnother:
                for path in [path] + others { try manager.removeItem(atPath: path) }
                _ = try PersistentContainer(
                    model: ContractModel.make(), store: SQLiteStore(path))
            case .replacedByItsCopy:
                try manager.copyItem(atPath: path, toPath: path + ".copy")
                try manager.removeItem(atPath: path)
                try manager.moveItem(atPath: path + ".copy", toPath: path)
            }
        }
    }

    private func insert(_ container: PersistentContainer, _ name: String) throws {
        try container.perform { context in
            context.insert("Tag")["name"] = .string(name)
            try context.save()
        }
    }

    private func count(_ container: PersistentContainer) throws -> Int {
        try container.perform { try $0.count(FetchRequest("Tag")) }
    }

    @Test(arguments: Theft.allCases, [true, false])
    func `is neither read nor written any more`(theft: Theft, isWarm: Bool) throws {
        let container = try PersistentContainer(model: model, store: SQLiteStore(file.path))
        try insert(container, "before")
        if isWarm { #expect(try count(container) == 1) }
        try theft.happens(to: file.path)
        #expect(storeError { try insert(container, "after") }?.code == .cannotOpen)
        // Without its log, the file can still be read, as far as SQLite can.
        if theft != .logDeleted {
            #expect(storeError { _ = try count(container) }?.code == .cannotOpen)
        }
        let again = storeError { try insert(container, "again") }
        #expect(again?.message.contains("make the container again") == true)
    }

    @Test func `stops a unit of work that is in the middle of it`() throws {
        let container = try PersistentContainer(model: model, store: SQLiteStore(file.path))
        try insert(container, "before")
        let path = file.path
        let error = storeError {
            try container.perform { context in
                #expect(try context.count(FetchRequest("Tag")) == 1)
                context.insert("Tag")["name"] = "lost"
                try Theft.deletedWithItsLog.happens(to: path)
                try context.save()
            }
        }
        #expect(error?.code == .cannotOpen)
    }

    @Test func `is no longer open once the container is closed`() throws {
        let container = try PersistentContainer(model: model, store: SQLiteStore(file.path))
        try insert(container, "before")
        #expect(storeError { try SQLiteStore(file.path).deleteFiles() }?.code == .busy)
        #expect(try count(container) == 1)
        container.close()
        container.close()
        #expect(storeError { try insert(container, "after") }?.code == .closed)
        #expect(storeError { _ = try count(container) }?.code == .closed)
        #expect(storeError { _ = try container.checkIntegrity() }?.code == .closed)
        #expect(!FileManager.default.fileExists(atPath: file.path + "-wal"))
        let reopened = try PersistentContainer(model: model, store: SQLiteStore(file.path))
        #expect(try count(reopened) == 1)
        reopened.close()
        try SQLiteStore(file.path).deleteFiles()
        try SQLiteStore(file.path).deleteFiles()
        #expect(!FileManager.default.fileExists(atPath: file.path))
        let empty = try PersistentContainer(model: model, store: SQLiteStore(file.path))
        #expect(try count(empty) == 0)
    }

    @Test func `ends with the unit of work that reads while it is closed`() throws {
        let container = try PersistentContainer(model: model, store: SQLiteStore(file.path))
        try insert(container, "before")
        let error = storeError {
            try container.perform { context in
                #expect(try context.count(FetchRequest("Tag")) == 1)
                container.close()
                #expect(try context.fetch(FetchRequest("Tag")).count == 1)
                context.insert("Tag")["name"] = "late"
                try context.save()
            }
        }
        #expect(error?.code == .closed)
        let reopened = try PersistentContainer(model: model, store: SQLiteStore(file.path))
        #expect(try count(reopened) == 1)
        reopened.close()
        try SQLiteStore(file.path).deleteFiles()
        #expect(!FileManager.default.fileExists(atPath: file.path + "-wal"))
    }

    @Test func `is not deleted if it is another program's`() throws {
        try Data("notes".utf8).write(to: URL(fileURLWithPath: file.path))
        #expect(storeError { try SQLiteStore(file.path).deleteFiles() }?.code == .corrupt)
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "notes")
    }
}
