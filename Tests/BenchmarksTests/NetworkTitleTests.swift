import Benchmarks
import Testing

@Suite("Titles about the network")
struct NetworkTitleTests {
    private static var titles: [Title] { Title.all.filter { $0.name.hasPrefix("network") } }

    #if canImport(RemoteGraphCurl)
        @Test(
            .enabled(if: titles.allSatisfy { $0.obstacle() == nil }, "install nginx and curl"),
            arguments: titles.map(\.name))
        func `every contender does its work twice`(name: String) async throws {
            _ = try await TitleRun.twice(name)
        }
    #else
        @Test func `without libcurl, the titles are missing for a reason`() throws {
            let arguments = try Arguments(["--filter", "network"])
            let error = #expect(throws: BenchmarkError.self) { try arguments.titles() }
            #expect(
                error?.description
                    == """
                    the benchmarks were built without curl/curl.h or zlib.h: install \
                    libcurl4-openssl-dev and zlib1g-dev
                    """)
        }
    #endif
}
