import Dispatch
import TestSupport
import Testing

@Suite("Tests that do not end")
struct WatchdogTests {
    @Test func `a loop ends the run, and is named`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            try await Watchdog(limit: .milliseconds(10)).watch("a loop") {
                while true { await Task.yield() }
            }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("'a loop' has not ended"))
    }

    @Test func `what waits for what cannot be cancelled ends the run`() async {
        await #expect(processExitsWith: .failure) {
            try await Watchdog(limit: .milliseconds(10)).watch("a wait") {
                DispatchSemaphore(value: 0).wait()
            }
        }
    }

    @Test func `what ends is left alone, and may throw`() async throws {
        struct Refusal: Error {}
        try await Watchdog(limit: .seconds(180)).watch("nothing") {}
        await #expect(throws: Refusal.self) {
            try await Watchdog(limit: .seconds(180)).watch("an error") { throw Refusal() }
        }
    }
}
