/// Colours and strokes of charts, for light and dark backgrounds.
///
/// Curves differ in colour and dash pattern, for colour-blind readers and for print.
enum ChartStyle {
    private struct Curve {
        let light, dark, dashes: String
    }

    private static let curves = [
        Curve(light: "#0b5cad", dark: "#6cb6ff", dashes: "none"),
        Curve(light: "#b54708", dark: "#f0883e", dashes: "7 4"),
        Curve(light: "#1a7f37", dark: "#57d364", dashes: "2 4"),
        Curve(light: "#8250df", dark: "#d2a8ff", dashes: "12 4 2 4"),
    ]

    /// Returns the CSS class of a curve; colours repeat after the last one.
    static func name(_ index: Int) -> String { "curve\(index % curves.count)" }

    /// The style sheet of the drawing.
    static var css: String {
        """

        .paper { fill: #ffffff }
        .heading { font: 600 16px system-ui, sans-serif; fill: #1f2328 }
        .label { font: 13px system-ui, sans-serif; fill: #424a53 }
        .grid { stroke: #d8dee4; stroke-width: 1 }
        .line { fill: none; stroke-width: 2.5 }
        .spread { stroke-width: 1.5; opacity: 0.6 }
        .mark { stroke: none }
        \(colours { $0.light })
        \(curves.enumerated().map { ".\(name($0)) .line { stroke-dasharray: \($1.dashes) }" }
            .joined(separator: "\n"))
        @media (prefers-color-scheme: dark) {
        .paper { fill: #0d1117 }
        .heading { fill: #f0f6fc }
        .label { fill: #b7bdc8 }
        .grid { stroke: #2d333b }
        \(colours { $0.dark })
        }

        """
    }

    private static func colours(_ colour: (Curve) -> String) -> String {
        curves.enumerated().map { index, curve in
            let name = ".\(name(index))"
            return """
                \(name) .line, \(name) .spread { stroke: \(colour(curve)) }
                \(name) .mark { fill: \(colour(curve)) }
                """
        }.joined(separator: "\n")
    }
}
