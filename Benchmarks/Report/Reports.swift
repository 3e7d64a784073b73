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
    let records: Int
    let payloadBytes: Int
    /// Mercator first, the reference last.
    let contenders: [ContenderReport]

    init(records: Int, payloadBytes: Int, results: [ContenderResult]) {
        self.records = records
        self.payloadBytes = payloadBytes
        let reference = results.count > 1 ? results.last?.time.median : nil
        contenders = results.map {
            ContenderReport($0, payloadBytes: payloadBytes, reference: reference)
        }
    }
}

/// What was measured of one contender.
struct ContenderResult {
    let name: String
    let time: Statistics
    /// What the work added to the memory of the process at its peak, if it can be told apart.
    let peakBytes: Int?
}

/// What was found about one contender; times are in seconds.
struct ContenderReport: Encodable {
    let name: String
    let time: Statistics
    let peakBytes: Int?
    /// Payload handled in a second, by the median.
    let megabytesPerSecond: Double
    /// How many times as fast as the reference, by the medians; absent if there was no reference.
    let speed: Double?

    init(_ result: ContenderResult, payloadBytes: Int, reference: Double?) {
        name = result.name
        time = result.time
        peakBytes = result.peakBytes
        megabytesPerSecond = Double(payloadBytes) / 1e6 / result.time.median
        speed = reference.map { $0 / result.time.median }
    }
}
