import EntityMapper
import MappingInference
import ModelGeneration
import ObjectGraph

/// A page that reports how payloads were understood and imported.
///
/// The page is a self-contained file without scripts, for local use in light and dark mode, on
/// phones and in print. All payload texts are escaped. Equal contents produce equal bytes, at most
/// 2 MB.
package struct HTMLReport: CustomStringConvertible {
    let contents: ReportContents
    let objectCounts: [String: Int]

    /// The maximum sizes of the longest sections in bytes.
    static let entitySize = 1_000_000
    static let treeSize = 400_000
    static let rowLimit = 200

    /// Creates a report.
    package init(_ contents: ReportContents) {
        self.contents = contents
        objectCounts = contents.diagramDetails.counts
    }

    /// The HTML source.
    package var description: String {
        let sections: [(title: String, body: Markup)] = [
            ("Summary", summary), ("Model", model), ("Entities", entities),
            ("Where the keys went", payloadTree), ("Decisions to check", decisions),
            ("Issues", issues), ("Open keys", openKeys),
        ]
        let links = sections.enumerated().map { number, section in
            Markup.element("a", ["href": "#s\(number + 1)"], .text(section.title))
        }
        let bodies = sections.enumerated().map { number, section in
            Markup.element(
                "section", ["aria-labelledby": "s\(number + 1)"],
                .element("h2", ["id": "s\(number + 1)"], .text(section.title)), section.body)
        }
        let body = Markup.lines([
            .element("a", ["class": "skip", "href": "#content"], .text("Skip to the content")),
            .element(
                "header", [:], .element("h1", [:], .text(contents.title)),
                .element("p", ["class": "dim"], .text(subtitle))),
            .element("nav", ["aria-label": "Sections"], .list(links)),
            .element("main", ["id": "content"], .lines(bodies)),
            .element("footer", [:], .text("Made by mercator \(contents.version)")),
        ])
        let page = Markup.element(
            "html", ["lang": "en"], .lines([head, .element("body", [:], body)]))
        return "<!DOCTYPE html>\n" + page.source + "\n"
    }

    private var head: Markup {
        .element(
            "head", [:],
            .lines([
                .literal("<meta charset=\"utf-8\">"),
                .literal(
                    """
                    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
                    style-src 'unsafe-inline'; img-src data:">
                    """),
                .literal(
                    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"),
                .literal("<meta name=\"color-scheme\" content=\"light dark\">"),
                .literal("<meta name=\"referrer\" content=\"no-referrer\">"),
                .element("title", [:], .text("\(contents.title) – mercator")),
                .literal(ReportStyle.css),
            ]))
    }

    private var subtitle: String {
        let connections = contents.entities.flatMap(\.connections).count(where: \.isApplied)
        return Wording.count(contents.entities.count, "entity") + ", "
            + Wording.count(connections, "connection")
            + (contents.counts.isEmpty ? "" : ", imported")
    }
}

/// The summary and the diagram.
extension HTMLReport {
    private var summary: Markup {
        let sources = contents.sources
        var tiles: [(String, String)] = []
        if !sources.isEmpty {
            tiles = [
                ("Sources", sources.count.grouped()),
                ("Size", Wording.size(sources.reduce(0) { $0 + $1.bytes })),
                ("Records", contents.entities.recordCount.grouped()),
            ]
        }
        tiles += [("Entities", contents.entities.count.grouped())]
        if !contents.objects.isEmpty {
            tiles.append(("Objects", contents.objects.values.reduce(0, +).grouped()))
        }
        let connections = contents.entities.flatMap(\.connections)
        tiles.append(("Connections", connections.count(where: \.isApplied).grouped()))
        if !contents.counts.isEmpty {
            tiles.append(("Issues", contents.issueCount.grouped()))
        }
        if let elapsed = contents.elapsed { tiles.append(("Time", Self.text(elapsed))) }
        tiles.append(("Version", contents.version))
        let grid = Markup.element(
            "dl", ["class": "tiles"],
            tiles.map { name, value in
                .element(
                    "div", [:], .element("dt", [:], .text(name)), .element("dd", [:], .text(value)))
            })
        return .lines(
            [grid] + account + sourceTable + countTable + contents.limits.map(Markup.paragraph))
    }

    /// The account of an import: values and links kept.
    private var account: [Markup] {
        guard let account = contents.account, let total = account.total else { return [] }
        let sentence = Markup.paragraph("Kept are \(total).")
        guard !account.losses.isEmpty else { return [sentence] }
        return [
            sentence,
            .table(
                "Values and links that are not kept", ["Property", "Not kept"],
                account.losses.map { [.code($0.property), .text($0.explanation)] }),
        ]
    }

    private static func text(_ elapsed: Duration) -> String {
        let tenths = Int((elapsed / .milliseconds(100)).rounded())
        return tenths < 10
            ? "\(Int((elapsed / .milliseconds(1)).rounded())) ms"
            : "\(tenths / 10).\(tenths % 10) s"
    }

    private var sourceTable: [Markup] {
        guard !contents.sources.isEmpty else { return [] }
        let rows = contents.sources.prefix(Self.rowLimit).map { source in
            [
                Markup.code(source.name), .text(source.format), .text(Wording.size(source.bytes)),
                .text(source.documents.grouped()), .text(source.objects.grouped()),
            ]
        }
        return [
            .table(
                "Sources", ["File", "Format", "Size", "Documents", "Payload objects"], rows,
                numeric: [2, 3, 4])
        ] + rest(contents.sources.count, "source")
    }

    private var countTable: [Markup] {
        guard !contents.counts.isEmpty else { return [] }
        let columns: [(String, KeyPath<MappingCounts, Int>)] = [
            ("Inserted", \.inserted), ("Updated", \.updated), ("Unchanged", \.unchanged),
            ("Deleted", \.deleted), ("Connected", \.connected), ("Open", \.unresolved),
            ("Failed", \.failed), ("Repeated", \.repeated),
        ]
        let rows = contents.counts.sorted { $0.key < $1.key }.prefix(400).map { entity, counts in
            [Markup.text(entity)] + columns.map { .text(counts[keyPath: $0.1].grouped()) }
        }
        return [
            .table(
                "What the import changed", ["Entity"] + columns.map(\.0), rows,
                numeric: Set(1...columns.count))
        ]
    }

    private var model: Markup {
        guard !contents.model.entities.isEmpty else { return .paragraph("There are no entities.") }
        let diagram = SVGDiagram(
            contents.model, contents.diagramDetails, title: "Diagram of the model")
        let picture = Markup.element(
            "figure", [:],
            .element(
                "label", [:],
                .literal("<input type=\"checkbox\" class=\"zoom\"> "), .text("Actual size")),
            .element(
                "div",
                [
                    "class": "picture", "role": "region", "tabindex": "0",
                    "aria-label": "Diagram, scrolls in both directions",
                ], Markup(diagram)),
            .element(
                "figcaption", ["class": "dim"],
                .text("The same facts are in words under Entities.")))
        guard !diagram.folded.isEmpty else { return picture }
        let names = diagram.folded.map { entity in
            Markup.text(
                entity.name + (entity.count.map { ", \(Wording.count($0, "record"))" } ?? ""))
        }
        let title = "\(Wording.count(names.count, "smaller entity")) not drawn"
        return .lines([
            picture,
            .element("details", [:], .element("summary", [:], .text(title)), .list(names)),
        ])
    }

    /// A note with the number of omitted rows.
    func rest(_ count: Int, _ noun: String) -> [Markup] {
        count > Self.rowLimit
            ? [.paragraph("and \(Wording.count(count - Self.rowLimit, "more \(noun)")).")] : []
    }
}
