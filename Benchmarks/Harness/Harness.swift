/// Runs the contenders of a title against each other.
///
/// Each contender runs once to warm up, which is also when its memory is measured. They then take
/// turns, so that other load on the machine affects them equally. A slow contender gets fewer
/// samples: it stops when its budget is spent, but not before ``fewestSamples``.
struct Harness {
    /// The maximum number of samples per contender.
    let samples: Int
    /// The total time after which a contender gets no further samples.
    let budget: Duration
    /// The text that selects contenders by name, or `nil` for all.
    let contender: String?
    let progress: Progress

    private static let fewestSamples = 3

    /// Measures a title at one size.
    func measure(_ title: Title, _ pages: PagePair) throws -> SizeReport {
        progress.show("\(title.name), \(pages.count) records: making the payload")
        let workload = try title.workload(pages)
        let contenders = workload.contenders.filter { candidate in
            contender.map(candidate.name.contains) ?? true
        }
        guard !contenders.isEmpty else {
            throw BenchmarkError("no contender of '\(title.name)' is called '\(contender ?? "")'")
        }
        var peaks: [Int?] = []
        for contender in contenders {
            progress.show("\(title.name), \(pages.count) records: \(contender.name), warm-up")
            var other: Int?
            let added = try Memory.peak { other = try contender.run().peakBytes }
            peaks.append(other ?? added)
        }
        let samples = try takeTurns(contenders) {
            "\(title.name), \(pages.count) records: \(contenders[$0].name), sample \($1)"
        }
        return SizeReport(
            records: pages.count, handledRecords: workload.handledRecords ?? pages.count,
            payloadBytes: workload.payloadBytes,
            results: zip(contenders, zip(samples, peaks)).map { contender, measured in
                ContenderResult(
                    name: contender.name, samples: measured.0, peakBytes: measured.1)
            }, goals: workload.goals)
    }

    private func takeTurns(
        _ contenders: [Contender], _ text: (_ contender: Int, _ sample: Int) -> String
    ) throws -> [[Contender.Sample]] {
        var samples = contenders.map { _ in [Contender.Sample]() }
        for turn in 1...self.samples {
            for (index, contender) in contenders.enumerated() {
                let spent = samples[index].reduce(.zero) { $0 + $1.duration }
                guard turn <= Self.fewestSamples || spent < budget else { continue }
                progress.show(text(index, turn))
                samples[index].append(try contender.run())
            }
        }
        return samples
    }
}
