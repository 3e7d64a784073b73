#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A generated payload of payments.
struct PaymentPage {
    let count: Int
    let bytes: [UInt8]
    /// The same bytes for Foundation.
    let data: Data

    init(count: Int) {
        self.count = count
        let payments = (0..<count).map(Self.payment).joined(separator: ",")
        bytes = Array(#"{"payments":[\#(payments)]}"#.utf8)
        data = Data(bytes)
    }

    private static func payment(at index: Int) -> String {
        var random = RandomNumbers(seed: index &* 2_654_435_761 &+ 9)
        let instant = random.number(0...300_000_000)
        let texts: KeyValuePairs = [
            "id": "\(100_000 + index)",
            "amount": amount(&random),
            "tax": "\(random.number(0...900)).\(random.number(1000...9999))",
            "rate": "0.0\(random.number(100...999))",
            "quantity": "\(random.number(1...500))",
            "state": random.pick(Ledger.State.allCases).rawValue,
            "priority": random.pick(Ledger.priorities.map(\.key)),
            "refunded": random.happens(100) ? "yes" : "no",
            "code": random.pick(Vocabulary.words) + "-\(random.number(100...999))",
            "reference": identifier(&random),
            "receipt": Data((0..<48).map { _ in UInt8(random.number(0...255)) })
                .base64EncodedString(),
            "booked": "\(InstantText.text(instant).dropLast()).\(random.number(100...999))+02:00",
            "valued": "\(InstantText.text(instant).prefix(10))",
            "sent": InstantText.httpText(instant + random.number(0...9000)),
            "printed": InstantText.printedText(instant + random.number(0...9000)),
        ]
        let members = texts.map { #""\#($0.key)":"\#($0.value)""# }.joined(separator: ",")
        let seconds = instant + InstantText.start
        return #"{\#(members),"created":\#(seconds),"changed":\#(seconds)\#(index % 10)00}"#
    }

    /// Formats an amount for display: `$1,234.50`.
    private static func amount(_ random: inout RandomNumbers) -> String {
        let cents = random.number(10...99)
        let rest = random.number(100...999)
        return random.happens(500)
            ? "$\(random.number(1...99)),\(rest).\(cents)" : "$\(rest).\(cents)"
    }

    private static func identifier(_ random: inout RandomNumbers) -> String {
        [8, 4, 4, 4, 12].map { digits in
            (0..<digits).map { _ in String(random.number(0...15), radix: 16) }.joined()
        }.joined(separator: "-")
    }
}
