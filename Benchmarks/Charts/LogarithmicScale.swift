import Foundation

/// Places numbers above zero on an axis where each factor of ten takes the same room.
package struct LogarithmicScale {
    /// The numbers at both ends: 1, 2 or 5 times a power of ten.
    package let lower, upper: Double
    /// Where the ends lie in the drawing; the first may be the greater, as it is for heights.
    let start, end: Double

    /// The most numbers that are written along an axis.
    private static let labelLimit = 8

    /// An axis on which all of some numbers have room; there is at least one.
    package init(holding numbers: [Double], from start: Double, to end: Double) {
        let (least, most) = (numbers.min() ?? 1, numbers.max() ?? 1)
        let lower = Self.steps(around: least).last { $0 <= least * 1.000_001 } ?? least
        let upper = Self.steps(around: most).first { $0 >= most * 0.999_999 } ?? most
        self.lower = lower
        // A single number gets room as well.
        self.upper = upper > lower ? upper : lower * 10
        self.start = start
        self.end = end
    }

    /// Where a number lies in the drawing.
    package func position(of number: Double) -> Double {
        start + (end - start) * log10(number / lower) / log10(upper / lower)
    }

    /// The numbers that have a line: 1, 2 and 5 times each power of ten.
    var lines: [Double] {
        let exponents = Self.exponent(of: lower)...Self.exponent(of: upper)
        return exponents.flatMap(Self.steps(of:)).filter {
            $0 >= lower * 0.999_999 && $0 <= upper * 1.000_001
        }
    }

    /// The lines that have a number: all, or powers of ten if those would be too many.
    package var labels: [Double] {
        guard lines.count > Self.labelLimit else { return lines }
        return lines.filter { abs($0 / pow(10, Double(Self.exponent(of: $0))) - 1) < 0.000_001 }
    }

    private static func steps(around number: Double) -> [Double] {
        let exponent = exponent(of: number)
        return (exponent - 1...exponent + 1).flatMap(steps(of:))
    }

    private static func steps(of exponent: Int) -> [Double] {
        [1, 2, 5].map { $0 * pow(10, Double(exponent)) }
    }

    private static func exponent(of number: Double) -> Int {
        Int(log10(number * 1.000_001).rounded(.down))
    }
}
