// Formatters for fixed formats are not part of FoundationEssentials.
import Foundation

/// Hand-written payments: one instance per identity, every text converted, by Foundation
/// where possible.
struct HandWrittenLedger {
    final class Payment {
        let id: Int64
        var amount = Decimal.zero
        var tax = Decimal.zero
        var rate = 0.0
        var quantity: Int32 = 0
        var state = Ledger.State.draft
        var priority: Int64 = 0
        var isRefunded = false
        var code = ""
        var reference = UUID()
        var receipt = Data()
        var bookedAt = Date.distantPast
        var valuedAt = Date.distantPast
        var sentAt = Date.distantPast
        var printedAt = Date.distantPast
        var createdAt = Date.distantPast
        var changedAt = Date.distantPast

        init(id: Int64) { self.id = id }
    }

    /// The parsing of dates in formats that Foundation has no style for.
    enum DateReading {
        /// By formatters, created once.
        case formatters
        /// By a hand-written parser per format, which avoids the cost of formatters.
        case byHand
    }

    private(set) var payments: [Int64: Payment] = [:]
    private let dateReading: DateReading
    private let instants = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    private let days = Date.ISO8601FormatStyle().year().month().day()
    private let headerDates = formatter("EEE, dd MMM yyyy HH:mm:ss zzz")
    private let printedDates = formatter("dd.MM.yyyy HH:mm")
    private let priorities = Dictionary(uniqueKeysWithValues: Ledger.priorities.map { ($0, $1) })

    /// Creates a ledger from decoded records.
    init(_ page: PaymentPageRecord, _ dateReading: DateReading) throws {
        self.dateReading = dateReading
        payments.reserveCapacity(page.payments.count)
        for record in page.payments { try apply(record) }
    }

    private mutating func apply(_ record: PaymentRecord) throws {
        let id = try known(Int64(record.id), record.id)
        let payment = payments[id] ?? Payment(id: id)
        payments[id] = payment
        try convertNumbers(of: record, into: payment)
        try convertWords(of: record, into: payment)
        try convertDates(of: record, into: payment)
    }

    private func convertNumbers(of record: PaymentRecord, into payment: Payment) throws {
        let amount = record.amount.dropFirst().replacing(",", with: "")
        payment.amount = try known(Decimal(string: String(amount)), record.amount)
        payment.tax = try known(Decimal(string: record.tax), record.tax)
        payment.rate = try known(Double(record.rate), record.rate)
        payment.quantity = try known(Int32(record.quantity), record.quantity)
    }

    private func convertWords(of record: PaymentRecord, into payment: Payment) throws {
        payment.state = try known(Ledger.State(rawValue: record.state), record.state)
        payment.priority = try known(priorities[record.priority], record.priority)
        switch record.refunded {
        case "yes": payment.isRefunded = true
        case "no": payment.isRefunded = false
        default: throw BenchmarkError("'\(record.refunded)' is neither yes nor no")
        }
        payment.code = record.code.uppercased()
        payment.reference = try known(UUID(uuidString: record.reference), record.reference)
        payment.receipt = try known(Data(base64Encoded: record.receipt), record.receipt)
    }

    private func convertDates(of record: PaymentRecord, into payment: Payment) throws {
        payment.bookedAt = try instants.parse(record.booked)
        payment.valuedAt = try days.parse(record.valued)
        payment.createdAt = Date(timeIntervalSince1970: record.created)
        payment.changedAt = Date(timeIntervalSince1970: record.changed / 1000)
        switch dateReading {
        case .formatters:
            payment.sentAt = try known(headerDates.date(from: record.sent), record.sent)
            payment.printedAt = try known(printedDates.date(from: record.printed), record.printed)
        case .byHand:
            payment.sentAt = try FixedDate.date(http: record.sent)
            payment.printedAt = try FixedDate.date(printed: record.printed)
        }
    }

    private func known<Converted>(_ value: Converted?, _ text: String) throws -> Converted {
        guard let value else { throw BenchmarkError("'\(text)' cannot be converted") }
        return value
    }

    private static func formatter(_ format: String) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = format
        return formatter
    }
}
