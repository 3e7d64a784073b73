import EntityMapper
import Foundation
import HTTPValues
import MercatorPayload
import ObjectGraph
import ObjectGraphSQLite
import RemoteGraph
import RemotePlanning
import RemoteServers
import TestSupport
import Testing

@Suite("With Datasette", .runsAlone, .needsServers, .endsInTime)
struct DatasetteTests {
    @Test func `a file of the package is served, and loaded along its links`() async throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "served\(UInt32.random(in: .min ... .max)).sqlite").path
        defer {
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: path + suffix)
            }
        }
        try write(250, to: path)
        let server = try DatasetteServer(path)
        let name = try #require(path.split(separator: "/").last?.dropLast(7))
        var description = RemoteDescription(base: server.url)
        let pattern: PathPattern = "\(name)/Article.json"
        description.addResponse(ResponseDescriptor(pattern, using: "Row"))
        let newsroom = try Newsroom(description)
        var counts: [Int] = []
        for try await page in newsroom.manager.pages(
            path: "\(name)/Article.json", query: ["_shape": "array", "_size": 100],
            by: .link("next"))
        {
            counts.append(page.result?.array.count ?? 0)
        }
        #expect(counts == [100, 100, 50])
        #expect(try newsroom.identifiers() == Array(1...250))
    }

    /// Writes articles to a file.
    private func write(_ count: Int64, to path: String) throws {
        let container = try PersistentContainer(
            model: try Newsroom.model(), store: SQLiteStore(path))
        try container.perform { context in
            for number in 1...count {
                let article = context.insert("Article")
                article["articleID"] = .integer(number)
                article["title"] = .string("Article \(number)")
            }
            try context.save()
        }
    }
}
