/// The shapes of lines in a diagram.
enum LineShape {
    /// Returns a curve that begins and ends horizontally.
    static func curve(from start: LayeredLayout.Point, to end: LayeredLayout.Point) -> String {
        guard start.y != end.y else { return "H\(end.x)" }
        let stub = 14
        let middle = (start.x + end.x) / 2
        return "H\(start.x + stub)C\(middle) \(start.y) \(middle) \(end.y) \(end.x - stub) \(end.y)"
            + "H\(end.x)"
    }

    /// Returns a crow's foot, a bar, or a bar with a circle, at the end of a line.
    static func end(
        _ multiplicity: DiagramContent.Line.Multiplicity?, at point: LayeredLayout.Point,
        outward: Int
    ) -> String {
        let (x, y) = (point.x, point.y)
        switch multiplicity {
        case nil: return ""
        case .many:
            return "M\(x) \(y - 5)L\(x + 11 * outward) \(y)L\(x) \(y + 5)"
        case .one: return "M\(x + 7 * outward) \(y - 5)v10M\(x + 10 * outward) \(y - 5)v10"
        case .optional: return "M\(x + 7 * outward) \(y - 5)v10"
        }
    }

    /// Returns the hollow arrow that points to the parent of an entity.
    static func arrow(at point: LayeredLayout.Point, outward: Int) -> String {
        "M\(point.x) \(point.y)L\(point.x + 12 * outward) \(point.y - 6)v12z"
    }
}
