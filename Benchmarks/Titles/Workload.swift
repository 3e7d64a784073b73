/// The payload of a title at one size, and the contenders that process it.
package struct Workload {
    /// The size of the payload in bytes, to which throughput and memory refer.
    package let payloadBytes: Int
    /// The number of records processed by the contenders, if different from the size.
    let handledRecords: Int?
    /// Mercator first, the reference last.
    package let contenders: [Contender]
    /// The bounds for the results.
    package let goals: [Goal]

    init(
        payloadBytes: Int, handledRecords: Int? = nil, _ contenders: [Contender],
        goals: [Goal] = []
    ) {
        self.payloadBytes = payloadBytes
        self.handledRecords = handledRecords
        self.contenders = contenders
        self.goals = goals
    }
}
