/// A payment for `JSONDecoder`, with unconverted text.
struct PaymentRecord: Decodable {
    let id, amount, tax, rate, quantity, state, priority, refunded, code, reference, receipt: String
    let booked, valued, sent, printed: String
    let created, changed: Double
}

/// The complete payload.
struct PaymentPageRecord: Decodable {
    let payments: [PaymentRecord]
}
