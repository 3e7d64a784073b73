/// Draws the growth curves of a title: the time per record over the number of records.
///
/// The drawing is little wider than a phone, so that its labels can be read there.
///
/// Both scales are logarithmic, so linear growth of the total time is a horizontal line.
package struct GrowthChart {
    private static let (width, plotHeight) = (440.0, 240.0)
    private static let (left, right, top) = (72.0, 32.0, 48.0)
    /// Space below the plot: axis labels and title, then one line per contender.
    private static let (axisHeight, legendHeight) = (56.0, 22.0)

    private let name: String
    private let curves: [GrowthCurve]
    private let unit: TimeUnit
    private let horizontal, vertical: LogarithmicScale

    /// Prepares a drawing, or returns `nil` if there are no measurements.
    package init?(_ title: TitleReport) {
        curves = GrowthCurve.curves(of: title)
        let points = curves.flatMap(\.points).filter { $0.low > 0 }
        guard let first = points.first else { return nil }
        name = title.name
        let unit = TimeUnit(for: points.map(\.low).min() ?? first.low)
        self.unit = unit
        horizontal = LogarithmicScale(
            holding: points.map(\.records), from: Self.left, to: Self.width - Self.right)
        vertical = LogarithmicScale(
            holding: points.flatMap { [$0.low / unit.seconds, $0.high / unit.seconds] },
            from: Self.top + Self.plotHeight, to: Self.top)
    }

    /// The drawing as SVG.
    package var svg: String {
        let height =
            Self.top + Self.plotHeight + Self.axisHeight
            + Self.legendHeight * Double(curves.count) + 8
        let size = "0 0 \(SVGElement.text(of: Self.width)) \(SVGElement.text(of: height))"
        let drawing = SVGElement(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "viewBox": .text(size),
                "width": .number(Self.width), "height": .number(height), "role": "img",
            ],
            [
                SVGElement("title", [:], "\(name): time per record over records"),
                SVGElement("style", [:], ChartStyle.css),
                SVGElement("rect", ["class": "paper", "width": "100%", "height": "100%"]),
                SVGElement("text", ["class": "heading", "x": .number(Self.left), "y": 28], name),
            ] + horizontalAxis + verticalAxis
                + curves.enumerated().map { curve($1, at: $0) }
                + curves.enumerated().map { legend($1, at: $0) })
        return drawing.xml()
    }

    private var horizontalAxis: [SVGElement] {
        let bottom = Self.top + Self.plotHeight
        let lines = horizontal.lines.map { number in
            Self.line(horizontal.position(of: number), Self.top, nil, bottom, "grid")
        }
        let labels = horizontal.labels.map { number in
            Self.label(
                Self.grouped(number), horizontal.position(of: number), bottom + 20, "middle")
        }
        let middle = (Self.left + Self.width - Self.right) / 2
        return lines + labels + [Self.label("records", middle, bottom + 42, "middle")]
    }

    private var verticalAxis: [SVGElement] {
        let lines = vertical.lines.map { number in
            Self.line(
                Self.left, vertical.position(of: number), Self.width - Self.right, nil, "grid")
        }
        let labels = vertical.labels.map { number in
            Self.label(
                Self.grouped(number), Self.left - 8, vertical.position(of: number) + 4, "end")
        }
        let middle = SVGElement.text(of: Self.top + Self.plotHeight / 2)
        let name = SVGElement(
            "text",
            [
                "class": "label", "text-anchor": "middle",
                "transform": .text("translate(18 \(middle)) rotate(-90)"),
            ],
            "time per record (\(unit.name))")
        return lines + labels + [name]
    }

    private func curve(_ curve: GrowthCurve, at index: Int) -> SVGElement {
        let points = curve.points.filter { $0.low > 0 }.map { point in
            (
                x: horizontal.position(of: point.records),
                y: vertical.position(of: point.time / unit.seconds),
                low: vertical.position(of: point.low / unit.seconds),
                high: vertical.position(of: point.high / unit.seconds)
            )
        }
        let path = points.map { "\(SVGElement.text(of: $0.x)),\(SVGElement.text(of: $0.y))" }
        let spreads = points.map { Self.line($0.x, $0.low, nil, $0.high, "spread") }
        let marks = points.map { point in
            SVGElement(
                "circle",
                ["class": "mark", "cx": .number(point.x), "cy": .number(point.y), "r": 4])
        }
        let line = SVGElement(
            "polyline", ["class": "line", "points": .text(path.joined(separator: " "))])
        return SVGElement("g", ["class": .text(ChartStyle.name(index))], spreads + [line] + marks)
    }

    private func legend(_ curve: GrowthCurve, at index: Int) -> SVGElement {
        let height =
            Self.top + Self.plotHeight + Self.axisHeight + Self.legendHeight * Double(index) + 8
        return SVGElement(
            "g", ["class": .text(ChartStyle.name(index))],
            [
                Self.line(Self.left, height, Self.left + 36, nil, "line"),
                SVGElement(
                    "circle",
                    [
                        "class": "mark", "cx": .number(Self.left + 18), "cy": .number(height),
                        "r": 4,
                    ]),
                Self.label(curve.name, Self.left + 46, height + 4, "start"),
            ])
    }

    /// Draws a line; end coordinates default to those of the start.
    private static func line(
        _ x: Double, _ y: Double, _ endX: Double?, _ endY: Double?, _ style: String
    ) -> SVGElement {
        SVGElement(
            "line",
            [
                "class": .text(style), "x1": .number(x), "y1": .number(y),
                "x2": .number(endX ?? x), "y2": .number(endY ?? y),
            ])
    }

    private static func label(
        _ text: String, _ x: Double, _ y: Double, _ anchor: String
    ) -> SVGElement {
        SVGElement(
            "text",
            [
                "class": "label", "x": .number(x), "y": .number(y),
                "text-anchor": .text(anchor),
            ], text)
    }

    /// Formats an axis label with grouped thousands: `10 000`, `0.05`.
    private static func grouped(_ number: Double) -> String {
        guard number >= 0.999 else {
            let places = number >= 0.0999 ? 1 : number >= 0.00999 ? 2 : 3
            return NumberText.fixed(number, places: places)
        }
        let digits = Array("\(Int(number.rounded()))")
        return digits.enumerated().map { place, digit in
            let isGroupStart = place > 0 && (digits.count - place) % 3 == 0
            return (isGroupStart ? "\u{2009}" : "") + String(digit)
        }.joined()
    }
}
