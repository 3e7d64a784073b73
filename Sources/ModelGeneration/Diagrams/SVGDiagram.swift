package import ObjectGraph

/// A model as a picture: boxes of entities in columns, and lines between their relationships.
///
/// The picture is one SVG element that adapts to light and dark surroundings. Equal models produce
/// equal bytes.
package struct SVGDiagram: CustomStringConvertible {
    private let content: DiagramContent
    private let layout: LayeredLayout
    private let links: [Int]
    private let title: String

    static let headHeight = 32
    static let rowHeight = 19
    private static let padding = 12
    private static let margin = 24
    private static let fontSize = 12
    private static let widest = 280

    /// Creates a picture.
    ///
    /// - Parameters:
    ///   - model: The model. If it has more than 40 entities, the 40 entities with the most objects
    ///     are drawn.
    ///   - details: The numbers of objects, and the kinds of lines.
    ///   - title: The title for readers that do not see the picture.
    package init(
        _ model: ManagedObjectModel, _ details: DiagramDetails = DiagramDetails(),
        title: String = "Diagram of the model"
    ) {
        let content = DiagramContent(model, details)
        self.content = content
        self.title = title
        links = content.lines.indices.filter {
            content.lines[$0].from.box != content.lines[$0].to.box
        }
        var heads: [Int: Int] = [:]
        layout = LayeredLayout(
            content.boxes.map { LayeredLayout.Box(width: Self.width($0), height: Self.height($0)) },
            links.map { index in
                let line = content.lines[index]
                return LayeredLayout.Link(
                    from: line.from.box, to: line.to.box,
                    fromOffset: Self.offset(line.from, content, &heads),
                    toOffset: Self.offset(line.to, content, &heads))
            })
    }

    /// The names of the entities that are not drawn, with their numbers of objects.
    package var folded: [(name: String, count: Int?)] { content.folded }

    /// The source text of the picture.
    package var description: String {
        let note = noteLines
        let width = max(layout.width, 420) + 2 * Self.margin + 24
        let height = layout.height + 2 * Self.margin + 34 + note.count * 18
        let shown = MarkupText.escaped(title)
        var parts = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"md\" role=\"img\""
                + " aria-label=\"\(shown)\" width=\"\(width)\" height=\"\(height)\""
                + " viewBox=\"0 0 \(width) \(height)\">",
            "<title>\(shown)</title>",
            "<desc>\(MarkupText.escaped(summary))</desc>",
            DiagramStyle.css,
            "<g transform=\"translate(\(Self.margin) \(Self.margin))\">",
        ]
        parts += zip(links, layout.routes).map { drawing(content.lines[$0], $1) }
        parts += content.lines.filter { $0.from.box == $0.to.box }.map(loop)
        parts += zip(content.boxes, layout.frames).map(drawing)
        parts.append("</g>")
        let below = layout.height + 2 * Self.margin + 12
        parts.append(DiagramStyle.legend(x: Self.margin, y: below))
        for (index, line) in note.enumerated() {
            parts.append(
                "<text class=\"md-note\" x=\"\(Self.margin)\" y=\"\(below + 26 + index * 18)\">"
                    + "\(MarkupText.escaped(line))</text>")
        }
        return (parts + ["</svg>"]).joined(separator: "\n")
    }

    /// The model in words.
    private var summary: String {
        let boxes = content.boxes.map { box in
            box.name + (box.count.map { " (\(TextLines.count($0, "object")))" } ?? "")
        }
        let lines = content.lines.prefix(60).map(\.title)
        return "Entities: " + boxes.joined(separator: ", ") + "."
            + (lines.isEmpty ? "" : " Lines: " + lines.joined(separator: "; ") + ".")
    }

    private var noteLines: [String] {
        guard !content.folded.isEmpty else { return [] }
        let names = content.folded.map { $0.name + ($0.count.map { " \($0)" } ?? "") }
        let limit = max(layout.width, 420) * 1000 / Self.fontSize
        var lines = ["Not drawn: \(TextLines.count(names.count, "smaller entity")):"]
        for (index, name) in names.enumerated() {
            let word = name + (index == names.count - 1 ? "" : ",")
            if TextWidth.units(lines[lines.count - 1] + " " + word) > limit {
                guard lines.count < 6 else { return lines + ["…"] }
                lines.append(word)
            } else {
                lines[lines.count - 1] += " " + word
            }
        }
        return lines
    }
}

/// The measures of boxes.
extension SVGDiagram {
    private static func height(_ box: DiagramContent.Box) -> Int {
        guard !box.rows.isEmpty else { return headHeight }
        return headHeight + 10 + box.rows.count * rowHeight + (hasDivider(box) ? 8 : 0)
    }

    private static func hasDivider(_ box: DiagramContent.Box) -> Bool {
        box.firstRelationship > 0 && box.firstRelationship < box.rows.count
    }

    private static func width(_ box: DiagramContent.Box) -> Int {
        let head = TextWidth.units(box.name) * 15 / 1000 + countText(box).count * 8 + 24
        let rows = box.rows.map { TextWidth.units($0.name) + TextWidth.units($0.note) }
        let widest = (rows.max() ?? 0) * fontSize / 1000 + 28
        return min(max(head, widest, 120), self.widest - 2 * padding) + 2 * padding
    }

    private static func countText(_ box: DiagramContent.Box) -> String {
        box.count.map { $0.grouped(by: "\u{2009}") } ?? ""
    }

    /// Returns the middle of a row, below the top of its box.
    private static func middle(ofRow row: Int, _ box: DiagramContent.Box) -> Int {
        let divider = hasDivider(box) && row >= box.firstRelationship ? 8 : 0
        return headHeight + 5 + row * rowHeight + rowHeight / 2 + divider
    }

    /// Returns the height of an end of a line; ends at the head of a box are spread.
    private static func offset(
        _ end: DiagramContent.Line.End, _ content: DiagramContent, _ heads: inout [Int: Int]
    ) -> Int {
        if let row = end.row { return middle(ofRow: row, content.boxes[end.box]) }
        defer { heads[end.box, default: 0] += 1 }
        return [16, 10, 22, 7, 25, 13, 19][heads[end.box, default: 0] % 7]
    }
}

/// The drawings of boxes and lines.
extension SVGDiagram {
    private func drawing(_ box: DiagramContent.Box, _ frame: LayeredLayout.Frame) -> String {
        let (x, y, width) = (frame.x, frame.y, frame.width)
        let room = width - 2 * Self.padding
        let count = Self.countText(box)
        let name = TextWidth.fitted(box.name, to: (room - count.count * 8 - 8) * 1000 / 15)
        let title = box.name + (box.count.map { ", \(TextLines.count($0, "object"))" } ?? "")
        var parts = [
            "<g class=\"md-entity md-e\(box.emphasis)\"><title>\(MarkupText.escaped(title))</title>",
            "<rect class=\"md-box\" x=\"\(x)\" y=\"\(y)\" width=\"\(width)\""
                + " height=\"\(frame.height)\" rx=\"7\"/>",
            "<path class=\"md-head\" d=\"\(Self.head(frame, isWhole: box.rows.isEmpty))\"/>",
            text(
                box.isAbstract ? "md-name md-abstract" : "md-name", x + Self.padding, y + 21, name),
        ]
        if !count.isEmpty {
            parts.append(text("md-count", x + width - Self.padding, y + 21, count))
        }
        if Self.hasDivider(box) {
            let line = y + Self.middle(ofRow: box.firstRelationship, box) - Self.rowHeight / 2 - 4
            parts.append("<path class=\"md-line\" d=\"M\(x) \(line)h\(width)\"/>")
        }
        for (index, row) in box.rows.enumerated() {
            let baseline = y + Self.middle(ofRow: index, box) + 4
            parts += drawing(row, x, baseline, room)
        }
        return (parts + ["</g>"]).joined(separator: "\n")
    }

    private func drawing(
        _ row: DiagramContent.Row, _ x: Int, _ y: Int, _ room: Int
    ) -> [String] {
        let units = (room - 14) * 1000 / Self.fontSize
        // A long name leaves its type half of the row.
        let noteRoom = max(units - TextWidth.units(row.name), units / 2)
        let note = TextWidth.fitted(row.note, to: noteRoom)
        let name = TextWidth.fitted(row.name, to: units - TextWidth.units(note))
        let kind =
            switch row.kind {
            case .identity: "md-key"
            case .attribute: "md-row"
            case .rest: "md-row md-rest"
            case .relationship: "md-row md-rel"
            }
        let full = name == row.name && note == row.note ? nil : "\(row.name): \(row.note)"
        let left = text(kind, x + Self.padding, y, name, title: full)
        guard !note.isEmpty else { return [left] }
        return [left, text("md-type", x + Self.padding + room, y, note)]
    }

    private func text(
        _ style: String, _ x: Int, _ y: Int, _ text: String, title: String? = nil
    ) -> String {
        let title = title.map { "<title>\(MarkupText.escaped($0))</title>" } ?? ""
        return
            "<text class=\"\(style)\" x=\"\(x)\" y=\"\(y)\">\(title)\(MarkupText.escaped(text))</text>"
    }

    /// The shape of the head of a box, with round corners at the top.
    private static func head(_ frame: LayeredLayout.Frame, isWhole: Bool) -> String {
        let (width, height) = (frame.width, headHeight)
        let start = "M\(frame.x) \(frame.y + 7)a7 7 0 0 1 7 -7h\(width - 14)a7 7 0 0 1 7 7"
        return isWhole
            ? start + "v\(height - 14)a7 7 0 0 1 -7 7h-\(width - 14)a7 7 0 0 1 -7 -7z"
            : start + "v\(height - 7)h-\(width)z"
    }

    private func drawing(_ line: DiagramContent.Line, _ route: LayeredLayout.Route) -> String {
        var points = route.points
        let (first, last) = (points.removeFirst(), points.removeLast())
        var path = "M\(first.x) \(first.y)"
        var current = first
        for (index, point) in (points + [last]).enumerated() {
            if index.isMultiple(of: 2) {
                path += LineShape.curve(from: current, to: point)
            } else {
                path += "H\(point.x)"
            }
            current = point
        }
        let (left, right) = route.isReversed ? (line.to, line.from) : (line.from, line.to)
        let ends =
            LineShape.end(left.multiplicity, at: first, outward: 1)
            + LineShape.end(right.multiplicity, at: last, outward: -1)
        let arrow =
            line.kind == .parent
            ? route.isReversed
                ? LineShape.arrow(at: first, outward: 1) : LineShape.arrow(at: last, outward: -1)
            : ""
        return group(line, path, ends, arrow)
    }

    /// Draws a line from a box to itself, at its right side.
    private func loop(_ line: DiagramContent.Line) -> String {
        let (box, frame) = (content.boxes[line.from.box], layout.frames[line.from.box])
        func height(_ end: DiagramContent.Line.End) -> Int {
            frame.y + (end.row.map { Self.middle(ofRow: $0, box) } ?? Self.headHeight / 2)
        }
        let x = frame.x + frame.width
        let (start, end) = (height(line.from), height(line.to))
        // A relationship that is its own inverse returns to the head.
        let other = start == end ? frame.y + Self.headHeight / 2 : end
        let bulge = min(24 + abs(other - start) / 8, 44)
        let path = "M\(x) \(start)h14c\(bulge) 0 \(bulge) \(other - start) 0 \(other - start)h-14"
        let ends =
            LineShape.end(line.from.multiplicity, at: .init(x: x, y: start), outward: 1)
            + LineShape.end(line.to.multiplicity, at: .init(x: x, y: other), outward: 1)
        return group(line, path, ends, "")
    }

    private func group(
        _ line: DiagramContent.Line, _ path: String, _ ends: String, _ arrow: String
    ) -> String {
        let title = "<title>\(MarkupText.escaped(line.title))</title>"
        let foot = ends.isEmpty ? "" : "<path class=\"md-foot\" d=\"\(ends)\"/>"
        let head = arrow.isEmpty ? "" : "<path class=\"md-arrow\" d=\"\(arrow)\"/>"
        return
            "<g class=\"md-link md-\(line.kind)\">\(title)<path class=\"md-edge\" d=\"\(path)\"/>"
            + "\(foot)\(head)</g>"
    }
}
