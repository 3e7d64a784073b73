/// The output of `--json`: the run, and the changes since a baseline if one is given.
struct JSONReport: Encodable {
    private let run: RunReport
    private let comparison: Comparison?

    private enum CodingKeys: CodingKey {
        case comparison
    }

    init(_ run: RunReport, _ comparison: Comparison?) {
        self.run = run
        self.comparison = comparison
    }

    func encode(to encoder: any Encoder) throws {
        try run.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(comparison, forKey: .comparison)
    }
}
