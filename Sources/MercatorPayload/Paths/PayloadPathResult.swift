/// The result of evaluating a path.
package indirect enum PayloadPathResult: Sendable {
    /// No value: a step is missing, or continues from `null`.
    case absent
    /// A value of the payload, by tape index.
    case value(Int)
    /// The results for each element of the array at a tape index.
    case list([PayloadPathResult], of: Int)
    /// A number computed from the array at a tape index.
    case number(PayloadDecimal, of: Int)
    /// The tape index of a value of the wrong kind, and a description of the expected kind.
    case mismatch(at: Int, expected: String)

    /// Tests whether the result is absent or `null`.
    func isMissing(on tape: PayloadTape) -> Bool {
        switch self {
        case .absent: true
        case .value(let position): tape.isNull(at: position)
        default: false
        }
    }
}
