/// Formats numbers for tables.
package enum NumberText {
    /// Formats a number with three digits, or with all integer digits if there are more.
    package static func decimal(_ number: Double) -> String {
        guard number.isFinite else { return "?" }
        let places = number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2
        return fixed(number, places: places)
    }

    /// Formats a relative change with its sign: `+4.2 %`.
    package static func change(_ change: Double) -> String {
        guard change.isFinite else { return "?" }
        return (change < 0 ? "-" : "+") + fixed(abs(change) * 100, places: 1) + " %"
    }

    /// Formats a non-negative number with a fixed number of decimal places.
    static func fixed(_ number: Double, places: Int) -> String {
        guard places > 0 else { return "\(Int(number.rounded()))" }
        let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
        let (whole, rest) = Int((number * Double(scale)).rounded())
            .quotientAndRemainder(dividingBy: scale)
        let digits = "\(rest)"
        return "\(whole)." + String(repeating: "0", count: places - digits.count) + digits
    }
}
