/// What a run found: everything that `--json` prints.
struct RunReport: Encodable {
    let titles: [TitleReport]
    /// The most memory that the process took since it was last measured, in bytes.
    let processPeakBytes: Int
    /// Seconds for everything, the making of payloads included.
    let seconds: Double
}

/// What was found about one title.
struct TitleReport: Encodable {
    let name: String
    let summary: String
    let sizes: [SizeReport]
}

/// What was found at one size.
struct SizeReport: Encodable {
    let articles: Int
    let payloadBytes: Int
    /// Mercator first.
    let contenders: [ContenderReport]
}

/// What was found about one contender; times are in seconds.
struct ContenderReport: Encodable {
    let name: String
    let time: Statistics
    /// What the work added to the memory of the process at its peak; absent where it is not known.
    let peakBytes: Int?
}

extension SizeReport {
    /// Megabytes of payload that a contender handles in a second.
    func megabytesPerSecond(_ contender: ContenderReport) -> Double {
        Double(payloadBytes) / 1e6 / contender.time.median
    }

    /// How many times as fast as the reference a contender is; the last one is the reference.
    func speed(_ contender: ContenderReport) -> Double {
        (contenders.last?.time.median ?? 0) / contender.time.median
    }
}
