import Foundation

/// An axis for positive numbers on which each factor of ten takes the same space.
package struct LogarithmicScale {
    /// The bounds of the axis: 1, 2 or 5 times a power of ten.
    package let lower, upper: Double
    /// The coordinates of the bounds in the drawing; `start` may be greater, as on vertical axes.
    let start, end: Double

    /// The maximum number of labels on an axis.
    private static let labelLimit = 6

    /// Creates an axis that covers the given numbers, which must not be empty.
    package init(holding numbers: [Double], from start: Double, to end: Double) {
        let (least, most) = (numbers.min() ?? 1, numbers.max() ?? 1)
        let lower = Self.steps(around: least).last { $0 <= least * 1.000_001 } ?? least
        let upper = Self.steps(around: most).first { $0 >= most * 0.999_999 } ?? most
        self.lower = lower
        // Widen the range if there is only one number.
        self.upper = upper > lower ? upper : lower * 10
        self.start = start
        self.end = end
    }

    /// Returns the coordinate of a number in the drawing.
    package func position(of number: Double) -> Double {
        start + (end - start) * log10(number / lower) / log10(upper / lower)
    }

    /// The positions of grid lines: 1, 2 and 5 times each power of ten.
    var lines: [Double] {
        let exponents = Self.exponent(of: lower)...Self.exponent(of: upper)
        return exponents.flatMap(Self.steps(of:)).filter {
            $0 >= lower * 0.999_999 && $0 <= upper * 1.000_001
        }
    }

    /// The labelled grid lines: all of them, or only powers of ten if there are too many.
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
