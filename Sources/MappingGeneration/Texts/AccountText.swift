package import EntityMapper
import ModelGeneration

/// A summary of an import's account.
package struct AccountText {
    private let lines: [LoadAccount.Line]

    package init(_ account: LoadAccount) { lines = account.lines }

    /// The numbers of values and links, such as `310 of 310 values, 8 of 48 links`.
    ///
    /// `nil` if nothing was read.
    package var total: String? {
        let parts = [false, true].compactMap { isLink -> String? in
            let entries = lines.filter { $0.isLink == isLink }.map(\.entry)
            let read = entries.reduce(0) { $0 + $1.read }
            guard read > 0 else { return nil }
            let kept = entries.reduce(0) { $0 + $1.kept }
            return "\(kept.grouped()) of \(Self.count(read, isLink))"
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The properties with lost values or links, with the reasons.
    package var losses: [(property: String, explanation: String)] {
        lines.flatMap { line in
            let reasons = [
                (line.entry.replaced, "replaced by other records of the import"),
                (line.entry.refused, line.isLink ? "without a valid object" : "invalid"),
            ]
            return reasons.filter { $0.0 > 0 }.map { count, reason in
                (
                    "\(line.entity).\(line.property)",
                    "\(count.grouped()) of \(Self.count(line.entry.read, line.isLink)) \(reason)"
                )
            }
        }
    }

    /// The entities whose records contradict each other, and so are of different objects.
    ///
    /// Records have replaced elements of others' lists, or more than a tenth of values and single
    /// objects. A few values, such as counts of followers, normally change between records of an
    /// object.
    package var contradicted: [String] {
        Dictionary(grouping: lines, by: \.entity).filter { _, lines in
            let single = lines.filter { !$0.isToMany }.map(\.entry)
            return lines.contains { $0.isToMany && $0.entry.replaced > 0 }
                || 10 * single.reduce(0) { $0 + $1.replaced } > single.reduce(0) { $0 + $1.read }
        }.keys.sorted()
    }

    private static func count(_ count: Int, _ isLink: Bool) -> String {
        Wording.count(count, isLink ? "link" : "value")
    }
}
