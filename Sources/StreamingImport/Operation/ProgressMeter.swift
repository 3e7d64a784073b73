/// Measures rates over the last seconds.
///
/// The time is passed in, so that tests do not have to wait.
package struct ProgressMeter {
    private struct Sample {
        let time: Duration
        let bytes: Int
        let records: Int
    }

    /// The samples in order; the first one is the start of the window.
    private var samples: [Sample]

    /// The duration over which rates are averaged.
    private static let window: Duration = .seconds(10)
    /// The minimum interval between samples, which limits their number.
    private static let step: Duration = .milliseconds(200)

    /// Creates a meter that starts with the counts of earlier runs.
    package init(bytes: Int, records: Int) {
        samples = [Sample(time: .zero, bytes: bytes, records: records)]
    }

    /// Records a sample, and returns bytes and records per second.
    package mutating func rates(
        at time: Duration, bytes: Int, records: Int
    ) -> (bytes: Double, records: Double) {
        if samples.count > 1, let last = samples.last, time - last.time < Self.step {
            // Replace the newest sample if it is too close to the one before.
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
