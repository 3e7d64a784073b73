import EntityMapper
import HTTPValues
import MercatorTesting
import ObjectGraph
import RemoteGraph
import RemotePlanning
import ResourceMapping
import Testing

/// Rows of RestKit's paginator; the others are in ``PageStyleTests``.
///
/// A sequence of pages has neither a number of pages nor of objects, which servers rarely have and
/// never keep. So R02, R16 and R17 are about what is known before the first page, and R13 loads an
/// earlier page by its number. R04 cannot apply: descriptors are part of the manager's plan. R22
/// cannot apply: there is no class to replace.
@Suite("RestKit's paginator")
struct PaginatorCatalogueTests {
    /// A server with two pages of three articles, whose third page fails.
    private func desk() throws -> PageDesk {
        try PageDesk { request in
            switch request.number("page") {
            case 1: TransportResponse(200, json: page(0..<3))
            case 2: TransportResponse(200, json: page(3..<6))
            case 3: TransportResponse(422, json: "{}")
            default: TransportResponse(404, json: "{}")
            }
        }
    }

    @Test func `the query of the list has the number of the page, too`()
        async throws
    {
        let desk = try desk()
        let pages = desk.manager.pages(
            path: "articles", query: ["per_page": 25, "param1": "value1"], by: .number())
        var iterator = pages.makeAsyncIterator()
        let first = try #require(try await iterator.next())
        #expect(first.url == "https://example.com/api/articles?param1=value1&per_page=25&page=1")
        #expect(first.result?.total.inserted == 3)
    }

    @Test func `nothing is sent or known before a page is asked for`() async throws {
        let desk = try desk()
        var iterator = desk.manager.pages("articles", by: .number()).makeAsyncIterator()
        #expect(desk.stub.requests.isEmpty)
        #expect(try await iterator.next()?.index == 0)
    }

    @Test func `an earlier page is loaded by its number`() async throws {
        let desk = try desk()
        for number in [2, 1] {
            let pages = desk.manager.pages("articles", by: .number(first: number))
            var iterator = pages.makeAsyncIterator()
            #expect(try await iterator.next()?.result?.total.inserted == 3)
        }
        #expect(try desk.numbers == Array(0..<6))
    }

    @Test func `a page has its result, and a failure is thrown by the next one`() async throws {
        let desk = try desk()
        var results: [Int?] = []
        let error = await expectError(.failedStatus) {
            for try await page in desk.manager.pages("articles", by: .number()) {
                results.append(page.result?.total.inserted)
            }
        }
        #expect(results == [3, 3])
        #expect(error?.status == 422 && error?.page?.index == 2)
    }
}
