/// A payment as `JSONDecoder` fills it: texts, for somebody else to convert.
struct PaymentRecord: Decodable {
    let id, amount, tax, rate, quantity, state, priority, refunded, code, reference, receipt: String
    let booked, valued, sent, printed: String
    let created, changed: Double
}

/// The whole payload.
struct PaymentPageRecord: Decodable {
    let payments: [PaymentRecord]
}
