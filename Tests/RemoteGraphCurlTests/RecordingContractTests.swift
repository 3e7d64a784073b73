import MercatorTesting
import RemoteGraph
import RemoteGraphCurl
import ScriptedServer
import TestSupport
import Testing

@Suite("Recorded transports", .runsAlone, .endsInTime)
struct RecordingContractTests {
    @Test(arguments: TransportContract.exchanges)
    func `a recording is played as it was received`(
        check: TransportContractCheck
    ) async throws {
        let server = try ScriptedServer(check.script)
        var redaction = Redaction()
        redaction.fields = []
        let recorder = RecordingTransport(CurlTransport(), redacting: redaction)
        try await check.run(recorder, server)
        server.stop()
        let player = RecordedTransport(recorder.recording, redacting: redaction)
        try await check.run(player, server)
        try player.finish()
    }
}
