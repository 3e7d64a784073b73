/// Measures rates over the last seconds.
///
/// It is told the time, so that tests need not wait.
package struct ProgressMeter {
    private struct Sample {
        let time: Duration
        let bytes: Int
        let records: Int
    }

    /// The first sample is the start of the window, the last is the newest.
    private var samples: [Sample]

    /// The span that rates are taken over.
    private static let window: Duration = .seconds(10)
    /// Samples come no denser than this, so that there are few.
    private static let step: Duration = .milliseconds(200)

    /// Begins with what earlier runs have read.
    package init(bytes: Int, records: Int) {
        samples = [Sample(time: .zero, bytes: bytes, records: records)]
    }

    /// Takes note, and gives bytes and records for each second.
    package mutating func rates(
        at time: Duration, bytes: Int, records: Int
    ) -> (bytes: Double, records: Double) {
        if samples.count > 1, let last = samples.last, time - last.time < Self.step {
            // The newest sample moves on; older ones stay as they are.
            let before = samples[samples.count - 2]
            if time - before.time < Self.step * 2 { samples.removeLast() }
        }
        samples.append(Sample(time: time, bytes: bytes, records: records))
        while samples.count > 2, time - samples[1].time >= Self.window { samples.removeFirst() }
        let start = samples[0]
        let seconds = (time - start.time) / .seconds(1)
        guard seconds > 0 else { return (0, 0) }
        return (Double(bytes - start.bytes) / seconds, Double(records - start.records) / seconds)
    }
}
