/// Runs the contenders of a title against each other.
///
/// Each runs once to warm up, which is also when its memory is measured. Then they take turns, so
/// that whatever else the machine does meets them alike. A contender that is slow gets fewer
/// samples: it stops when its time is spent, but not before ``fewestSamples``.
struct Harness {
    /// How many samples a contender gets at most.
    let samples: Int
    /// How long a contender may take in all before it gets no further samples.
    let budget: Duration
    /// Which contenders run: those whose names contain this; all if it is `nil`.
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
            peaks.append(try Memory.peak { _ = try contender.run() })
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
            })
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
