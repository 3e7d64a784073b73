import Foundation
import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Texts kept with a store")
struct AnnotationTests {
    let file: TemporaryStore

    init() throws {
        file = try TemporaryStore()
    }

    private func model(_ attributes: [String] = ["a"]) throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Item", attributes: attributes.map { AttributeDescription($0, .integer64) })
        ])
    }

    @discardableResult
    private func open(
        _ annotations: [String: String], _ attributes: [String] = ["a"],
        _ change: (inout SQLiteStore.Options) -> Void = { _ in }
    ) throws -> PersistentContainer {
        var options = SQLiteStore.Options(annotations: annotations)
        change(&options)
        return try PersistentContainer(
            model: model(attributes), store: SQLiteStore(file.path, options: options))
    }

    private var texts: [String: String] {
        get throws { try SQLiteStore.annotations(at: file.path) }
    }

    @Test func `are written when the file is made, extended, or as it was`() throws {
        try open(["mapping": "1", "other": "é\u{0}\"'"])
        #expect(try texts == ["mapping": "1", "other": "é\u{0}\"'"])
        try open(["mapping": "2"], ["a", "b"])
        #expect(try texts == ["mapping": "2", "other": "é\u{0}\"'"])
        try open(["mapping": "3"], ["a", "b"])
        #expect(try texts["mapping"] == "3")
        try open([:], ["a", "b"])
        #expect(try texts["mapping"] == "3")
    }

    @Test func `are written in the transaction that changes the tables`() throws {
        try open(["mapping": "1"])
        let trace = Trace()
        try open(["mapping": "2"], ["a", "b"]) { $0.trace = { trace.note($0) } }
        let statements = trace.statements
        let text = try #require(
            statements.lastIndex { $0.hasPrefix("INSERT INTO mercator_store VALUES (?") })
        let column = try #require(statements.firstIndex { $0.hasPrefix("ALTER TABLE") })
        let begin = try #require(statements.firstIndex(of: "BEGIN IMMEDIATE"))
        let commit = try #require(statements.firstIndex(of: "COMMIT"))
        #expect(begin < column && column < text && text < commit)
    }

    @Test func `nothing is written if the migration is refused`() throws {
        try open(["mapping": "1"], ["a", "b"])
        #expect(storeError { try open(["mapping": "2"], ["a"]) }?.code == .schemaMismatch)
        #expect(try texts == ["mapping": "1"])
    }

    @Test func `a store that is only read must have them already`() throws {
        try open(["mapping": "1"])
        try open(["mapping": "1"]) { $0.isReadOnly = true }
        let error = storeError { try open(["mapping": "2"]) { $0.isReadOnly = true } }
        #expect(error?.code == .readOnly)
        #expect(error?.message.contains("must be annotated, and cannot be written to") == true)
        #expect(try texts == ["mapping": "1"])
    }

    @Test func `copies, seeds and resets keep them`() throws {
        let container = try open(["mapping": "1"])
        let copy = file.directory.appendingPathComponent("copy.sqlite").path
        try container.backUp(to: copy)
        #expect(try SQLiteStore.annotations(at: copy) == ["mapping": "1"])
        let grown = file.directory.appendingPathComponent("grown.sqlite").path
        _ = try PersistentContainer(
            model: model(), store: SQLiteStore(grown, options: .init(seed: file.path)))
        #expect(try SQLiteStore.annotations(at: grown) == ["mapping": "1"])
        try container.reset()
        #expect(try texts == ["mapping": "1"])
        #expect(try container.checkIntegrity().problems.isEmpty)
    }

    @Test func `without a store there are none`() throws {
        #expect(storeError { _ = try texts }?.code == .cannotOpen)
        try Data().write(to: URL(fileURLWithPath: file.path))
        #expect(storeError { _ = try texts }?.code == .corrupt)
        try Data("no store at all, but long enough".utf8).write(to: URL(fileURLWithPath: file.path))
        #expect(storeError { _ = try texts }?.code == .corrupt)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: file.directory.path)
                == ["graph.sqlite"])
    }
}
