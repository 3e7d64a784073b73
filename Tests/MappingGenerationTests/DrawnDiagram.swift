/// The boxes and lines of a picture, read from its source text.
struct DrawnDiagram {
    struct Box: Equatable {
        var x: Double
        var y: Double
        var width: Double
        var height: Double

        func overlaps(_ other: Box) -> Bool {
            x < other.x + other.width && other.x < x + width && y < other.y + other.height
                && other.y < y + height
        }

        /// Tests whether a point is inside, and not on the border.
        func contains(_ point: Point) -> Bool {
            point.x > x && point.x < x + width && point.y > y && point.y < y + height
        }

        /// Tests whether a point is on the left or the right side.
        func touches(_ point: Point) -> Bool {
            (point.x == x || point.x == x + width) && point.y > y && point.y < y + height
        }
    }

    struct Point: Equatable {
        var x: Double
        var y: Double
    }

    /// The points of a line; curves are sampled.
    struct Line {
        var points: [Point] = []
    }

    let boxes: [Box]
    let lines: [Line]

    init(_ source: String) throws {
        let rectangle =
            #/<rect class="md-box" x="(-?\d+)" y="(-?\d+)" width="(\d+)" height="(\d+)"/#
        boxes = source.matches(of: rectangle).map {
            Box(
                x: Double($0.1) ?? .nan, y: Double($0.2) ?? .nan, width: Double($0.3) ?? .nan,
                height: Double($0.4) ?? .nan)
        }
        let drawn = source.prefix { _ in true }.split(separator: "<g class=\"md-legend\">")
        lines = (drawn.first ?? "").matches(of: #/<path class="md-edge" d="([^"]+)"/#)
            .map { Line(path: String($0.1)) }
    }
}

extension DrawnDiagram.Line {
    /// Reads the commands of a path that a diagram uses: M, H, h, C and c.
    fileprivate init(path: String) {
        for command in path.matches(of: #/([MHhCc])([^MHhCc]*)/#) {
            let numbers = command.2.split { $0 == " " || $0 == "," }.compactMap { Double($0) }
            let last = points.last ?? .init(x: 0, y: 0)
            switch command.1 {
            case "M": points.append(.init(x: numbers[0], y: numbers[1]))
            case "H": points.append(.init(x: numbers[0], y: last.y))
            case "h": points.append(.init(x: last.x + numbers[0], y: last.y))
            case "C": curve(numbers, from: last)
            default:
                curve(
                    numbers.enumerated().map { $1 + ($0.isMultiple(of: 2) ? last.x : last.y) },
                    from: last)
            }
        }
    }

    private mutating func curve(_ control: [Double], from start: DrawnDiagram.Point) {
        for step in 1...16 {
            let t = Double(step) / 16
            let u = 1 - t
            func value(_ start: Double, _ index: Int) -> Double {
                u * u * u * start + 3 * u * u * t * control[index]
                    + 3 * u * t * t * control[index + 2] + t * t * t * control[index + 4]
            }
            points.append(.init(x: value(start.x, 0), y: value(start.y, 1)))
        }
    }
}
