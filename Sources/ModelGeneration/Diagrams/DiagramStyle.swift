/// The look of an ``SVGDiagram``.
enum DiagramStyle {
    /// The style sheet, with colours for light and for dark surroundings.
    static let css = """
        <style>
        .md{--md-bg:#ffffff;--md-fg:#1c2430;--md-dim:#5b6675;--md-line:#c9d1dc;--md-head:#e9edf3;\
        --md-h1:#dfe8f5;--md-h2:#c6dbf5;--md-h3:#a3c8f2;--md-edge:#5f6c7d;--md-key:#1257b0;\
        --md-poss:#9a5b00;font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",\
        Arial,sans-serif;font-size:12px}
        @media (prefers-color-scheme:dark){.md{--md-bg:#1b212b;--md-fg:#e6eaf0;--md-dim:#a3afbf;\
        --md-line:#3a4454;--md-head:#2a3341;--md-h1:#28384f;--md-h2:#27476f;--md-h3:#265a96;\
        --md-edge:#93a1b4;--md-key:#7db6ff;--md-poss:#e3a94f}}
        .md text{fill:var(--md-fg);unicode-bidi:isolate}
        .md-box{fill:var(--md-bg);stroke:var(--md-line);stroke-width:1.2}
        .md-head{fill:var(--md-head)}
        .md-e1 .md-head{fill:var(--md-h1)}.md-e2 .md-head{fill:var(--md-h2)}\
        .md-e3 .md-head{fill:var(--md-h3)}
        .md text.md-name{font-size:14px;font-weight:600}.md text.md-abstract{font-style:italic}
        .md text.md-count{text-anchor:end;font-variant-numeric:tabular-nums}
        .md text.md-type{text-anchor:end;fill:var(--md-dim)}
        .md text.md-key{font-weight:600;text-decoration:underline}
        .md text.md-rest{font-style:italic;fill:var(--md-dim)}
        .md text.md-rel{fill:var(--md-key)}
        .md text.md-note{fill:var(--md-dim)}
        .md-line{stroke:var(--md-line);fill:none}
        .md-edge{fill:none;stroke:var(--md-edge);stroke-width:1.4}
        .md-foot{fill:none;stroke:var(--md-edge);stroke-width:1.4;stroke-linejoin:round}
        .md-arrow{fill:var(--md-bg);stroke:var(--md-edge);stroke-width:1.4}
        .md-connected .md-edge{stroke-dasharray:7 4;stroke:var(--md-key)}
        .md-connected .md-foot{stroke:var(--md-key)}
        .md-possible .md-edge{stroke-dasharray:1.5 5;stroke-linecap:round;stroke-width:2;\
        stroke:var(--md-poss)}
        .md-link:hover .md-edge{stroke-width:3}
        </style>
        """

    /// Returns the samples that explain the lines.
    static func legend(x: Int, y: Int) -> String {
        let samples = [
            ("nested", "nested in the payload", 184), ("connected", "connected by a key", 170),
            ("possible", "possible", 0),
        ]
        var left = x
        var parts = ["<g class=\"md-legend\">"]
        for (kind, label, width) in samples {
            parts.append(
                "<g class=\"md-\(kind)\"><path class=\"md-edge\" d=\"M\(left) \(y - 4)h34\"/></g>"
                    + "<text class=\"md-note\" x=\"\(left + 42)\" y=\"\(y)\">\(label)</text>")
            left += width
        }
        return parts.joined(separator: "\n") + "\n</g>"
    }
}
