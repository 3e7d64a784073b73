import Foundation
import HTTPValues
import MercatorTesting
import RemoteGraph
import RemotePlanning
import ResourceMapping
import TestSupport
import Testing

@Suite("Multipart bodies")
struct MultipartTests {
    private func text(_ body: RequestBody) async throws -> String {
        String(decoding: try await body.bytes(), as: UTF8.self)
    }

    private func boundary(_ body: RequestBody) throws -> String {
        let type = try #require(body.contentType)
        #expect(type.hasPrefix("multipart/form-data; boundary="))
        return String(type.dropFirst("multipart/form-data; boundary=".count))
    }

    @Test func `N-031: names of fields and files are escaped, and the length is exact`()
        async throws
    {
        let body = try RequestBody.multipart([
            .init("a caption \"ö\"", "line\r\nline"),
            .init("image", file: .bytes([1, 2]), named: "a\"\r\nb.png", as: "image/png"),
        ])
        let boundary = try boundary(body)
        let expected =
            "--\(boundary)\r\nContent-Disposition: form-data; name=\"a caption %22ö%22\"\r\n\r\n"
            + "line\r\nline\r\n"
            + "--\(boundary)\r\nContent-Disposition: form-data; name=\"image\"; "
            + "filename=\"a%22%0D%0Ab.png\"\r\nContent-Type: image/png\r\n\r\n"
            + "\u{1}\u{2}\r\n--\(boundary)--\r\n"
        #expect(try await text(body) == expected)
        #expect(body.length == expected.utf8.count)
        #expect(body.isReplayable)
        #expect(try await text(body) == expected)
    }

    @Test func `N-031: a part that contains the boundary leads to another one`() async throws {
        var generator = SeededGenerator(seed: 7)
        let first = try boundary(try .multipart([], using: &generator))
        generator = SeededGenerator(seed: 7)
        let body = try RequestBody.multipart([.init("a", "x\r\n--\(first)--")], using: &generator)
        let second = try boundary(body)
        #expect(second != first)
        #expect(try await text(body).contains("x\r\n--\(first)--\r\n--\(second)--"))
        #expect(second.utf8.count <= 70)
    }

    @Test func `files are read while they are sent`() async throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "mercator-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(repeating: 0x61, count: 3_000_000).write(to: URL(filePath: path))
        let body = try RequestBody.multipart([.init("f", file: try .file(path), named: "f")])
        #expect(body.isReplayable)
        guard case .chunks = body.content else {
            Issue.record("in memory")
            return
        }
        #expect(try await body.bytes().count == body.length)
        try Data([0x61]).write(to: URL(filePath: path))
        let error = await #expect(throws: TransportError.self) { try await body.bytes() }
        #expect(error?.kind == .unreadableBody)
    }

    @Test func `a part of unknown length, or that can be read once, determines the whole`()
        async throws
    {
        let once = AsyncStream<[UInt8]> { continuation in
            continuation.yield([0x78])
            continuation.finish()
        }
        let body = try RequestBody.multipart([
            .init("a", "1"), .init("f", file: .stream(once), named: "f"), .init("b", "2"),
        ])
        #expect(body.length == nil && !body.isReplayable)
        #expect(try await text(body).contains("application/octet-stream\r\n\r\nx\r\n--"))
        let known = try RequestBody.multipart([
            .init("f", file: .stream(once, length: 1), named: "f")
        ])
        #expect(known.length != nil && !known.isReplayable)
    }

    @Test func `a content type cannot add header fields`() {
        let error = #expect(throws: TransportError.self) {
            try RequestBody.multipart([
                .init("f", file: .bytes([]), named: "f", as: "a/b\r\nX-Evil: 1")
            ])
        }
        #expect(error?.kind == .invalidField("Content-Type"))
        #expect(error?.message.contains("Evil") == false)
    }

    @Test func `a manager sends the content type with the boundary`() async throws {
        let desk = try Desk { _ in TransportResponse(204) }
        let body = try RequestBody.multipart([.init("a", "1")])
        try await desk.manager.send(.post, path: "articles", body: body, as: "text/plain")
        let request = try #require(desk.stub.requests.first)
        #expect(request.headers["Content-Type"] == body.contentType)
        #expect(try await request.body?.bytes() == body.bytes())
        try await desk.manager.send(.put, path: "articles", body: .bytes([1]))
        #expect(desk.stub.requests.last?.headers["Content-Type"] == nil)
    }

    @Test func `T-07: a multipart request is cancelled by its path`() async throws {
        let gate = Gate()
        let desk = try Desk { _ in
            await gate.wait()
            return TransportResponse(204)
        }
        let body = try RequestBody.multipart([.init("a", "1")])
        let task = Task { try await desk.manager.send(.post, path: "images/7", body: body) }
        await wait { gate.count == 1 }
        desk.manager.cancel("images/:id", method: .post)
        await expectError(.cancelled) { try await task.value }
    }
}
