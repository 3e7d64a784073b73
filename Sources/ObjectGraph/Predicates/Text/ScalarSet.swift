/// The set of scalars of a character class in a regular expression, such as `[a-z_]` or `\d`.
struct ScalarSet: Sendable {
    private(set) var ranges: [ClosedRange<UInt32>] = []
    private(set) var kinds: [(kind: Kind, isNegated: Bool)] = []
    var isNegated = false

    /// Sets defined by Unicode properties.
    enum Kind: Sendable {
        /// Decimal digits of all scripts, `\d`.
        case digit
        /// Letters, marks, digits and connectors such as `_`, `\w`.
        case word
        /// White space, `\s`.
        case space
        /// The line terminators, which `.` does not match.
        case lineEnd
    }

    /// The number of scalars that were folded one by one.
    private(set) var foldedCount = 0

    /// The greatest length of a folded range.
    ///
    /// Longer ranges usually contain their folded scalars.
    private static let foldingLimit: UInt32 = 4096

    init() {}

    init(_ kind: Kind, isNegated: Bool = false) {
        insert(kind, isNegated: isNegated)
    }

    mutating func insert(_ kind: Kind, isNegated: Bool) {
        kinds.append((kind, isNegated))
    }

    /// Adds scalars, together with their folded forms under the options.
    mutating func insert(_ range: ClosedRange<Unicode.Scalar>, _ options: TextOptions) {
        let values = range.lowerBound.value...range.upperBound.value
        ranges.append(values)
        guard !options.isEmpty, values.upperBound - values.lowerBound < ScalarSet.foldingLimit
        else { return }
        foldedCount += values.count
        for scalar in values.compactMap(Unicode.Scalar.init) {
            let folded = Array(options.folded(String(scalar)).unicodeScalars)
            guard folded.count == 1, folded[0] != scalar else { continue }
            ranges.append(folded[0].value...folded[0].value)
        }
    }

    /// Sorts and merges the ranges for ``contains(_:)``, and removes duplicate kinds.
    mutating func finish() {
        var joined: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, range.lowerBound <= last.upperBound + 1 {
                joined[joined.count - 1] =
                    last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        ranges = joined
        var seen: [(kind: Kind, isNegated: Bool)] = []
        for kind in kinds where !seen.contains(where: { $0 == kind }) { seen.append(kind) }
        kinds = seen
    }

    private func isInRange(_ value: UInt32) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].lowerBound <= value
    }

    /// Tests whether a scalar is in the finished set.
    ///
    /// - Complexity: O(log *n*) in the number of ranges.
    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let isMember =
            isInRange(scalar.value)
            || kinds.contains { $0.kind.contains(scalar) != $0.isNegated }
        return isMember != isNegated
    }
}

extension ScalarSet.Kind {
    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        switch self {
        case .digit: return properties.generalCategory == .decimalNumber
        case .space: return properties.isWhitespace
        case .lineEnd:
            return ["\n", "\u{B}", "\u{C}", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar)
        case .word:
            if properties.isAlphabetic { return true }
            switch properties.generalCategory {
            case .decimalNumber, .connectorPunctuation, .nonspacingMark, .spacingMark,
                .enclosingMark:
                return true
            default: return properties.isJoinControl
            }
        }
    }
}
