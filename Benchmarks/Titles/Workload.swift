/// What a title measures at one size: a payload, and the contenders that work on it.
package struct Workload {
    /// The size of the payload that is read or written; rates and shares of memory refer to it.
    package let payloadBytes: Int
    /// How many records the contenders work on, if not as many as the size says.
    let handledRecords: Int?
    /// Mercator first, the reference last.
    package let contenders: [Contender]

    init(payloadBytes: Int, handledRecords: Int? = nil, _ contenders: [Contender]) {
        self.payloadBytes = payloadBytes
        self.handledRecords = handledRecords
        self.contenders = contenders
    }
}
