/// Numbers as tables show them.
package enum NumberText {
    /// Three digits or more: as many places after the point as a reader can use.
    package static func decimal(_ number: Double) -> String {
        guard number.isFinite else { return "?" }
        let places = number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2
        return fixed(number, places: places)
    }

    /// A share of the whole with its sign: `+4.2 %`.
    package static func change(_ change: Double) -> String {
        guard change.isFinite else { return "?" }
        return (change < 0 ? "-" : "+") + fixed(abs(change) * 100, places: 1) + " %"
    }

    /// A number that is not negative, with so many places after the point.
    static func fixed(_ number: Double, places: Int) -> String {
        guard places > 0 else { return "\(Int(number.rounded()))" }
        let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
        let (whole, rest) = Int((number * Double(scale)).rounded())
            .quotientAndRemainder(dividingBy: scale)
        let digits = "\(rest)"
        return "\(whole)." + String(repeating: "0", count: places - digits.count) + digits
    }
}
