/// What a title measures at one size: a payload, and the contenders that work on it.
struct Workload {
    /// The size of the payload that is read or written; rates and shares of memory refer to it.
    let payloadBytes: Int
    /// Mercator first, the reference last.
    let contenders: [Contender]

    init(payloadBytes: Int, _ contenders: [Contender]) {
        self.payloadBytes = payloadBytes
        self.contenders = contenders
    }
}
