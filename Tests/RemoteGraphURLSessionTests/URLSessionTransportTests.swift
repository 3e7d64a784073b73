#if canImport(Darwin)
    import RemoteGraph
    import RemoteGraphURLSession
    import ScriptedServer
    import TestSupport
    import Testing

    @Suite("The transport with URLSession", .runsAlone, .endsInTime)
    struct URLSessionTransportTests {
        /// The checks of what the documentation of the transport lists as different.
        private static let differences: Set<String> = [
            "sends the method, the target and the fields as they are",
            "sends bodies of unknown length in chunks", "uses a new connection on request",
            "ends at the connect limit",
        ]

        private static let checks = (TransportContract.exchanges + TransportContract.connections)
            .filter { !differences.contains($0.name) }

        @Test(arguments: checks)
        func `keeps the contract`(check: TransportContractCheck) async throws {
            let server = try ScriptedServer(check.script)
            try await check.run(URLSessionTransport(), server)
        }

        @Test func `the differences are checks of the contract`() {
            let names = (TransportContract.exchanges + TransportContract.connections).map(\.name)
            #expect(Self.differences.isSubset(of: names))
        }
    }
#endif
