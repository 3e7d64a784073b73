import Mercator
import MercatorTesting
import Testing

@Suite("Testing against recordings")
struct TestingAgainstRecordingsTests {
    @Test func `a recording takes the place of a server`() async throws {
        let newsroom = try Newsroom()
        let file = try TemporaryFile()
        let (container, path) = (newsroom.container, file.path)
        let remote = try RemotePlan(Newsroom.server, for: newsroom.plan)
        let transport = StubTransport { request in
            request.url.hasSuffix("/articles")
                ? TransportResponse(200, json: #"{"articles": [{"id": 7, "title": "Maps"}]}"#)
                : TransportResponse(404)
        }
        var redaction = Redaction()
        redaction.queryNames = ["sid"]
        redaction.bodyPaths = ["session.token"]
        let recorder = RecordingTransport(transport, redacting: redaction)
        let manager = ObjectManager(remote, in: container, over: recorder)
        try await manager.load("articles")
        try recorder.recording.write(to: path)

        let player = RecordedTransport(try Recording(path), redacting: redaction)
        let replayed = ObjectManager(remote, in: container, over: player)
        try await replayed.load("articles")
        try player.finish()
        #expect(try newsroom.titles == ["Maps"])
        await #expect(throws: RemoteError.self) { try await replayed.load("articles") }

        let faulty = RecordedTransport(
            try Recording(path),
            faults: [.error(TransportError(.reset, .sent, "reset")), .cut(afterBytes: 9)],
            redacting: redaction)
        var options = RemoteOptions()
        options.clock = TestClock()
        let patient = ObjectManager(remote, in: container, over: faulty, options: options)
        try await patient.load("articles")
        try faulty.finish()
        withExtendedLifetime(file) {}
    }
}
