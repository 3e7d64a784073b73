import Foundation
import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import TestSupport
import Testing

/// Processes that fail in different ways and then crash, and what they print.
@Suite("Outputs of processes with a password", .needsPostgres, .endsInTime)
struct SecretOutputTests {
    /// Prints a store and its errors in each form that Swift has.
    private static func printAll(_ store: PostgresStore) {
        print(store, String(reflecting: store), [store])
        debugPrint(store)
        dump(store)
        dump(store.options)
        do {
            let fixture = try StoreFixture(store)
            print("the store is open")
            dump(fixture.backend)
            try fixture.insert("Tag", ["name": "a"])
            try fixture.insert("Tag", ["name": "a"])
        } catch {
            print(error, error.localizedDescription, error as NSError)
            dump(error)
        }
    }

    @Test(arguments: ["opened", "refused", "malformed", "unknown"])
    func `no output has the password, whether it is right or wrong`(way: String) async throws {
        let server = try PostgresTestServer(access: ["local all app scram-sha-256"])
        defer { server.stop() }
        try PostgresConnection(
            ConnectionOptions(server.connectionString), PostgresSettings()
        ).execute(
            "CREATE ROLE app LOGIN PASSWORD 'hunter@2'; CREATE SCHEMA mercator AUTHORIZATION app")
        let folder = server.folder
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardOutputContent, \.standardErrorContent]
        ) { [folder = folder as String, way = way as String] in
            let host = folder.replacing("/", with: "%2F")
            let text =
                switch way {
                case "opened": "postgresql://app:hunter%402@\(host)/postgres"
                case "refused": "postgresql://app:hunter%402x@\(host)/postgres"
                case "malformed": "postgresql://app:hunter@2@\(host)/postgres"
                default: "host=\(folder) user=app password=hunter@2 dbname=missing"
                }
            let store = PostgresStore(text, options: .init(trace: { print($0) }))
            SecretOutputTests.printAll(store)
            // A crash prints what it was about.
            let model = try ContractModel.make()
            let connection = try! PostgresStore(text + "x").open(for: model)
            fatalError("\(store) \(connection)")
        }
        let outputs = try #require(result)
        let text = [outputs.standardOutputContent, outputs.standardErrorContent].map {
            String(decoding: $0, as: UTF8.self)
        }.joined()
        #expect(text.contains("PostgresStore("))
        #expect(text.contains("Fatal error"))
        #expect(text.contains("the store is open") == (way == "opened"))
        if way == "opened" { #expect(text.contains("INSERT") && text.contains("uniqueness")) }
        for secret in ["hunter", "%402"] { #expect(!text.contains(secret), "\(text)") }
    }
}
