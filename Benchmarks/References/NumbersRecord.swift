/// Twenty numbers for `JSONDecoder`.
struct NumbersRecord: Decodable {
    let id: Int64
    let n0, n1, n2, n3, n4, n5, n6, n7, n8, n9: Int64
    let d0, d1, d2, d3, d4, d5, d6, d7, d8, d9: Double
}

/// Hand-written records of numbers: one instance per identity.
final class HandWrittenNumbers {
    let id: Int64
    private(set) var n0, n1, n2, n3, n4, n5, n6, n7, n8, n9: Int64
    private(set) var d0, d1, d2, d3, d4, d5, d6, d7, d8, d9: Double

    init(_ record: NumbersRecord) {
        id = record.id
        (n0, n1, n2, n3, n4) = (record.n0, record.n1, record.n2, record.n3, record.n4)
        (n5, n6, n7, n8, n9) = (record.n5, record.n6, record.n7, record.n8, record.n9)
        (d0, d1, d2, d3, d4) = (record.d0, record.d1, record.d2, record.d3, record.d4)
        (d5, d6, d7, d8, d9) = (record.d5, record.d6, record.d7, record.d8, record.d9)
    }
}

/// The complete payload.
struct RecordPage<Record: Decodable>: Decodable {
    let records: [Record]
}
