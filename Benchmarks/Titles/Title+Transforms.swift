import Mercator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Title {
    static var transforms: Title {
        Title(
            name: "transforms",
            summary: """
                As map, of payments with 17 values to convert: dates in six forms, decimals, numbers \
                as texts, enumerations, base64, a UUID, a closure; the references use Foundation.
                """
        ) { pages in
            let page = PaymentPage(count: pages.count)
            let operation = try Ledger.operation()
            let mercator = Contender("Mercator") {
                let inserted = try insertedCount(page.bytes, operation)
                try require(inserted == page.count, "mapped too little")
            }
            func reference(_ name: String, _ dates: HandWrittenLedger.DateReading) -> Contender {
                Contender(name) {
                    let decoded = try JSONDecoder().decode(PaymentPageRecord.self, from: page.data)
                    let ledger = try HandWrittenLedger(decoded, dates)
                    try require(ledger.payments.count == page.count, "mapped too little")
                }
            }
            return Workload(
                payloadBytes: page.bytes.count,
                [
                    mercator, reference("JSONDecoder + Foundation", .formatters),
                    reference("JSONDecoder, two date forms by hand", .byHand),
                ])
        }
    }
}
