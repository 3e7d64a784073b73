import EntityMapper
import HTTPValues
import MercatorTesting
import ObjectGraph
import RemoteGraph
import RemotePlanning
import TestSupport
import Testing

@Suite("Previews of responses", .endsInTime)
struct PreviewTests {
    @Test(arguments: StoreKind.allCases)
    func `a preview reports what a list would change, and changes nothing`(
        kind: StoreKind
    ) async throws {
        try await kind.withStoreAwaiting { store in
            let desk = try PageDesk(store) { _ in
                TransportResponse(200, headers: ["ETag": #""1""#], json: page([1, 2, 3]))
            }
            try desk.insert([2, 8, 9])
            let before = try desk.container.perform { try GraphSnapshot($0) }
            let preview = try await desk.manager.preview("all")
            #expect(preview.changes.count(.inserted) == 2)
            #expect(preview.changes.count(.updated) == 1)
            #expect(preview.changes.count(.deleted) == 2)
            #expect(preview.result.count == 1)
            #expect(preview.result.first?.total.deleted == 2)
            #expect(try desk.container.perform { try GraphSnapshot($0) } == before)
            try await desk.manager.load("all")
            #expect(try desk.numbers == [1, 2, 3])
            let again = try await desk.manager.preview(path: "all")
            #expect(again.changes.isEmpty)
        }
    }

    @Test func `a preview of pages and of changes is that of one commit`() async throws {
        let desk = try PageDesk { request in
            let number = request.number("p") ?? 1
            return TransportResponse(
                200,
                headers: number < 3
                    ? ["Link": "<?p=\(number + 1)>; rel=next", "ETag": #""1""#]
                    : ["ETag": #""1""#],
                json: page([number]))
        }
        try desk.insert([1, 8])
        let pages = desk.manager.pages("all", by: .link())
            .changes(since: .etag(parameter: "_since"))
        let preview = try await pages.preview()
        #expect(preview.result.map(\.total.inserted) == [0, 1, 1])
        #expect(preview.changes.count(.inserted) == 2 && preview.changes.count(.deleted) == 1)
        #expect(try desk.numbers == [1, 8])
        // The mark is not kept either.
        _ = try await pages.all()
        #expect(desk.requests[3] == "all")
        #expect(try desk.numbers == [1, 2, 3])
    }

    @Test func `a preview of nothing is empty, and one of a failure an error`() async throws {
        let desk = try PageDesk { request in
            TransportResponse(request.number("s") ?? 500, json: "{}")
        }
        let preview = try await desk.manager.preview("articles", query: ["s": 204])
        #expect(preview.result.isEmpty && preview.changes.isEmpty)
        let error = await expectError(.failedStatus) {
            try await desk.manager.preview("articles", query: ["s": 503])
        }
        #expect(error?.status == 503)
        await expectError(.invalidRequest) { try await desk.manager.preview("create") }
    }
}
