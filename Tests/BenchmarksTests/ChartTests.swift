import Benchmarks
import Foundation
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("Growth curves")
struct ChartTests {
    private func title(_ name: String = "map") throws -> TitleReport {
        let reference = #"a "reference" <&>"#
        let run = Reports.run(
            [
                1000: ["Mercator": [0.004, 0.005, 0.006], reference: [0.02, 0.021, 0.02]],
                10_000: ["Mercator": [0.05, 0.05, 0.05], reference: [0.2, 0.2, 0.2]],
                100_000: ["Mercator": [0.6, 0.7, 0.8], reference: [2, 2, 2]],
            ], of: name)
        return try #require(run.titles.first)
    }

    @Test func `a chart is XML with a curve, its marks and a legend for each contender`() throws {
        let chart = try #require(GrowthChart(title()))
        let drawing = try #require(Drawing(chart.svg))
        #expect(drawing.count(of: "polyline") == 2)
        // Three on each curve, one per line of the legend.
        #expect(drawing.count(of: "circle") == 8)
        #expect(drawing.texts.contains(#"a "reference" <&>"#))
        #expect(drawing.texts.contains("Mercator"))
        #expect(drawing.texts.contains("records"))
        #expect(drawing.texts.contains("time per record (µs)"))
        #expect(chart.svg.contains("prefers-color-scheme: dark"))
    }

    @Test func `everything lies inside the drawing`() throws {
        let chart = try #require(GrowthChart(title()))
        let drawing = try #require(Drawing(chart.svg))
        #expect(drawing.positions.count > 20)
        for (x, y) in drawing.positions {
            #expect((0...drawing.width).contains(x))
            #expect((0...drawing.height).contains(y))
        }
    }

    @Test func `one size makes marks without a slope`() throws {
        let run = Reports.run([1000: ["Mercator": [1, 1, 1]]])
        let chart = try #require(run.titles.first.flatMap(GrowthChart.init))
        let drawing = try #require(Drawing(chart.svg))
        #expect(drawing.count(of: "circle") == 2)
    }

    @Test func `nothing measured is nothing drawn`() {
        #expect(GrowthChart(TitleReport(name: "map", summary: "", sizes: [])) == nil)
    }

    @Test func `a curve shows the time for a record that is worked on`() throws {
        let title = TitleReport(
            name: "identify", summary: "",
            sizes: [Reports.size(100_000, ["Mercator": [2, 3, 4]], handled: 1000)])
        let curve = try #require(GrowthCurve.curves(of: title).first)
        #expect(
            curve.points == [
                GrowthCurve.Point(records: 100_000, time: 0.003, low: 0.002, high: 0.004)
            ])
    }

    @Test func `equal factors take equal room`() {
        let scale = LogarithmicScale(holding: [1000, 100_000], from: 100, to: 300)
        #expect(scale.lower == 1000)
        #expect(abs(scale.position(of: 1000) - 100) < 0.001)
        #expect(abs(scale.position(of: 10_000) - 200) < 0.001)
        #expect(abs(scale.position(of: 100_000) - 300) < 0.001)
    }

    @Test(
        arguments: [
            ([3.0, 7], 2.0, 10.0, [2.0, 5, 10]), ([1, 1], 1, 10, [1, 2, 5, 10]),
            ([0.03, 0.4], 0.02, 0.5, [0.02, 0.05, 0.1, 0.2, 0.5]),
            ([1000, 1_000_000], 1000, 1_000_000, [1000, 10_000, 100_000, 1_000_000]),
        ] as [([Double], Double, Double, [Double])])
    func `an axis ends at round numbers and labels not too many`(
        numbers: [Double], lower: Double, upper: Double, labels: [Double]
    ) {
        let scale = LogarithmicScale(holding: numbers, from: 0, to: 1)
        #expect(abs(scale.lower / lower - 1) < 0.001)
        #expect(abs(scale.upper / upper - 1) < 0.001)
        #expect(scale.labels.count == labels.count)
        for (found, expected) in zip(scale.labels, labels) {
            #expect(abs(found / expected - 1) < 0.001)
        }
    }

    @Test(
        arguments: [
            (1.0, "1"), (0.5, "0.5"), (12.345, "12.35"), (-0.05, "-0.05"), (-0.001, "0"),
            (100.1, "100.1"),
        ] as [(Double, String)])
    func `numbers are written to the hundredth`(number: Double, text: String) {
        #expect(SVGElement.text(of: number) == text)
    }

    @Test(arguments: [
        ("map", "map.svg"), ("identify 1 % known, SQLite", "identify-1-known-sqlite.svg"),
        ("deep nesting, 64 levels", "deep-nesting-64-levels.svg"),
    ])
    func `files are named by the title`(title: String, file: String) {
        #expect(ChartFolder.fileName(title) == file)
    }

    @Test func `a folder gets a file for each title`() throws {
        let folder = try TemporaryFolder()
        let charts = ChartFolder(folder.path("new/charts"))
        try charts.prepare()
        try charts.draw(
            RunReport(
                titles: [try title("map"), try title("parse")], processPeakBytes: 0, seconds: 0))
        for name in ["map", "parse"] {
            let data = try Data(
                contentsOf: URL(fileURLWithPath: folder.path("new/charts/\(name).svg")))
            #expect(Drawing(String(decoding: data, as: UTF8.self)) != nil)
        }
    }
}

/// The elements of a drawing, as parsed by an XML parser.
private final class Drawing: NSObject, XMLParserDelegate {
    private var counts: [String: Int] = [:]
    private(set) var texts: [String] = []
    private(set) var positions: [(Double, Double)] = []
    private(set) var (width, height) = (0.0, 0.0)
    private var text = ""

    /// Parses a drawing, or returns `nil` if it is not well-formed.
    init?(_ svg: String) {
        super.init()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = self
        guard parser.parse(), counts["svg"] == 1 else { return nil }
    }

    func count(of name: String) -> Int { counts[name] ?? 0 }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        counts[name, default: 0] += 1
        text = ""
        if name == "svg" {
            width = Double(attributes["width"] ?? "") ?? 0
            height = Double(attributes["height"] ?? "") ?? 0
        }
        for (x, y) in [("x", "y"), ("x1", "y1"), ("x2", "y2"), ("cx", "cy")] {
            guard let x = Double(attributes[x] ?? ""), let y = Double(attributes[y] ?? "") else {
                continue
            }
            positions.append((x, y))
        }
        for point in (attributes["points"] ?? "").split(separator: " ") {
            let numbers = point.split(separator: ",").compactMap { Double($0) }
            if numbers.count == 2 { positions.append((numbers[0], numbers[1])) }
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        if name == "text" { texts.append(text) }
    }
}
