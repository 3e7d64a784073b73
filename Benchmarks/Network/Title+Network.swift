extension Title {
    /// The titles about requests over the network.
    static var network: [Title] { [1, 8].map(requests) + [body] }

    private static func requests(atATime width: Int) -> Title {
        Title(
            name: "network requests, \(width) at a time",
            summary: """
                As many requests of 300 bytes from nginx on this machine, over kept connections; the \
                reference is the program curl with all of them, whose peak is that of its process.
                """,
            largest: 10_000, obstacle: FileServer.obstacle
        ) { pages in
            let parallel = width > 1 ? ["--parallel", "--parallel-max", "\(width)"] : []
            return try workload(
                size: 300, count: pages.count, atATime: width, arguments: parallel
            ) { mercator, curl in
                guard width > 1 else { return [] }
                return [
                    Goal("H1", "Mercator / curl", atMost: 1.3, .time(of: mercator, over: curl))
                ]
            }
        }
    }

    private static var body: Title {
        Title(
            name: "network body",
            summary: """
                A body of as many megabytes from nginx on this machine, read and dropped; the reference \
                is the program curl, whose peak is that of its process.
                """,
            largest: 1000, obstacle: FileServer.obstacle
        ) { pages in
            try workload(size: pages.count * 1_000_000, count: 1, atATime: 1) { mercator, _ in
                [Goal("H2", "peak of Mercator in MB", atMost: 8, .peak(of: mercator))]
            }
        }
    }

    /// Returns the workload of requests of a file with a size, and its goals by the names of the
    /// contenders.
    private static func workload(
        size: Int, count: Int, atATime width: Int, arguments: [String] = [],
        goals: (_ mercator: String, _ curl: String) -> [Goal]
    ) throws -> Workload {
        let server = try FileServer.start(fileSize: size)
        let requests = FileRequests()
        let mercator = Contender("Mercator") {
            server.url
        } work: { url in
            let received = try Waiting.result {
                try await requests.send(count, atATime: width, to: url)
            }
            try require(received == count * size, "received \(received) bytes")
        }
        let curl = try Program("curl")
        // The first argument makes curl ignore its configuration file.
        let options = ["--disable", "--fail", "--no-progress-meter"] + arguments
        let reference = Contender(program: "curl") {
            try curl.run(options + ["\(server.url)?[1-\(count)]"])
        }
        return Workload(
            payloadBytes: count * size, [mercator, reference],
            goals: goals(mercator.name, reference.name))
    }
}
