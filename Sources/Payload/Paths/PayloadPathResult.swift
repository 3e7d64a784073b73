/// What is at the end of a path.
package indirect enum PayloadPathResult: Sendable {
    /// Nothing: a step is missing, or leads on from `null`.
    case absent
    /// A value of the payload.
    case place(Int)
    /// What a path found in each element of the array at a place.
    case list([PayloadPathResult], of: Int)
    /// What an operator made of the numbers in the array at a place.
    case number(PayloadDecimal, of: Int)
    /// A value that a step cannot go on from.
    case mismatch(at: Int, expected: String)

    /// Whether nothing is there, or `null`.
    func isMissing(on tape: PayloadTape) -> Bool {
        switch self {
        case .absent: true
        case .place(let place): tape.isNull(at: place)
        default: false
        }
    }
}
