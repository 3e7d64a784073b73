import Foundation
import Mercator
import TestSupport
import Testing

/// A file that cannot grow, because of a system limit on the file size in a separate process.
@Suite("Files that cannot grow", .endsInTime)
struct FileLimitTests {
    struct Note: Entity {
        let noteID = Attribute<Int64>("noteID")
        let text = Attribute<String>("text", default: "")
    }

    private static let path = FileManager.default.temporaryDirectory
        .appendingPathComponent(
            "mercator-limit-\(ProcessInfo.processInfo.processIdentifier).sqlite"
        )
        .path

    /// Limits the size of all files; because the process ignores the signal, exceeding the limit is
    /// an error.
    private static func limitFiles(to size: Int) {
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit()
        unsafe getrlimit(fileLimit, &limit)
        limit.rlim_cur = min(limit.rlim_max, rlim_t(size))
        unsafe setrlimit(fileLimit, &limit)
    }

    #if canImport(Glibc)
        private static var fileLimit: Int32 { Int32(RLIMIT_FSIZE.rawValue) }
    #else
        private static var fileLimit: Int32 { RLIMIT_FSIZE }
    #endif

    /// The operations that write about a megabyte.
    private enum Way: CaseIterable {
        case save, run, importing

        func write(_ container: PersistentContainer, _ load: MappingOperation) throws {
            let text = String(repeating: "long ", count: 200)
            let json =
                "["
                + (0..<1000).map { #"{"noteID":\#($0),"text":"\#(text)"}"# }
                .joined(separator: ",") + "]"
            switch self {
            case .save:
                try container.perform { context throws in
                    for number in 0..<1000 {
                        let note = context.insert(Note.self)
                        note.noteID = Int64(-1 - number)
                        note.text = text
                    }
                    try context.save()
                }
            case .run: _ = try load.run(json, in: container)
            case .importing:
                let operation = try ImportOperation(load.plan, format: .array(at: .root))
                _ = try operation.run([Array(json.utf8)], in: container)
            }
        }
    }

    private static func check() throws {
        let path = Self.path
        defer {
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: path + suffix)
            }
        }
        let model = try ManagedObjectModel(Note.self)
        var notes = EntityMapping(for: Note.self)
        notes.addAttributeMappings(["noteID", "text"])
        let set = MappingSet([notes], roots: ["": "Note"])
        let load = MappingOperation(try MappingPlan(set, for: model))
        let container = try PersistentContainer(model: model, store: SQLiteStore(path))
        func count() throws -> Int { try container.perform { try $0.count(FetchRequest("Note")) } }
        for size in [40_000, 100_000, 300_000, 700_000] {
            for way in Way.allCases {
                limitFiles(to: size)
                do {
                    try way.write(container, load)
                    Issue.record("\(way) was written beyond \(size) bytes")
                } catch StoreError.Code.full {
                    // The guide promises this code for every operation.
                } catch {
                    Issue.record("\(way) at \(size): \(error)")
                }
                #expect(try count() == 0, "\(way) at \(size)")
                #expect(try container.checkIntegrity().isClean)
            }
        }
        limitFiles(to: Int(Int32.max))
        try Way.run.write(container, load)
        #expect(try count() == 1000)
    }

    @Test func `are full, and nothing is lost`() async {
        await #expect(processExitsWith: .success) { try FileLimitTests.check() }
    }
}
