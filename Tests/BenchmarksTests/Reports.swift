import Benchmarks

/// Reports like those of runs, created from durations in seconds.
enum Reports {
    /// Returns a run with one title and the samples of its contenders per size, the reference last.
    static func run(
        _ sizes: [Int: KeyValuePairs<String, [Double]>], of title: String = "map"
    ) -> RunReport {
        let sizes = sizes.sorted { $0.key < $1.key }.map { size($0.key, $0.value) }
        return RunReport(
            titles: [TitleReport(name: title, summary: "A title.", sizes: sizes)],
            processPeakBytes: 1, seconds: 2)
    }

    static func size(
        _ records: Int, _ contenders: KeyValuePairs<String, [Double]>, handled: Int? = nil,
        statements: [Int?] = [], peaks: [Int] = [], goals: [Goal] = []
    ) -> SizeReport {
        let results = contenders.enumerated().map { place, contender in
            ContenderResult(
                name: contender.key,
                samples: contender.value.map {
                    Contender.Sample(
                        duration: .seconds($0),
                        statements: place < statements.count ? statements[place] : nil)
                },
                peakBytes: place < peaks.count ? peaks[place] : nil)
        }
        return SizeReport(
            records: records, handledRecords: handled ?? records, payloadBytes: records * 750,
            results: results, goals: goals)
    }
}
