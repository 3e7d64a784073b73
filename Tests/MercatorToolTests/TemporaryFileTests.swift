import Foundation
import Testing

@Suite("Temporary files")
struct TemporaryFileTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    private var names: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: workshop.directory.path)
                .filter { $0.hasPrefix("mercator-") }.sorted()
        }
    }

    /// Other programs have names of their own, which may begin with a number.
    @Test func `those of a killed process are removed, and only those`() throws {
        // A number that no process has: the greatest one is far below.
        let abandoned = "mercator-file-2147483646-\(UUID().uuidString)"
        let others = [
            "mercator-file-\(getpid())-\(UUID().uuidString)", "mercator-2147483646-C",
            "mercator-file-2147483646-D11F-4687-83FF-408CBD14B3B8",
        ]
        for name in [abandoned] + others {
            try FileManager.default.createDirectory(
                at: workshop.directory.appendingPathComponent(name),
                withIntermediateDirectories: false)
        }
        let run = try Tool.run(
            ["tour"], in: workshop.directory,
            environment: ["TMPDIR": workshop.directory.path])
        #expect(run.status == 0, "\(run.errors)")
        #expect(try names == others.sorted())
    }

    @Test func `they belong to their user alone`() throws {
        let process = Tool.process(
            ["infer", "-"], in: workshop.directory, ["TMPDIR": workshop.directory.path])
        let input = Pipe()
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer { process.terminate() }
        try input.fileHandleForWriting.write(contentsOf: Data("{\"id\": 1}".utf8))
        var found: [String] = []
        for _ in 0..<1000 where found.isEmpty {
            usleep(10_000)
            found = try names
        }
        let name = try #require(found.first)
        let attributes = try FileManager.default.attributesOfItem(
            atPath: workshop.directory.appendingPathComponent(name).path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(try names.isEmpty)
    }

    @Test func `a folder that cannot have any is named`() throws {
        try workshop.write("", to: "file")
        let folder = workshop.directory.appendingPathComponent("file").path
        let run = try Tool.run(
            ["infer", "-"], in: workshop.directory, environment: ["TMPDIR": folder])
        #expect(run.status == 1)
        #expect(
            run.errors.contains("cannot make a temporary folder in '\(folder)': Not a directory"))
    }
}
