/// A unit of time that gives numbers a reader can take in.
struct TimeUnit {
    let name: String
    let seconds: Double

    /// The unit for times about as long as one.
    init(for time: Double) {
        switch time {
        case ..<1e-6: (name, seconds) = ("ns", 1e-9)
        case ..<1e-3: (name, seconds) = ("µs", 1e-6)
        case ..<1: (name, seconds) = ("ms", 1e-3)
        default: (name, seconds) = ("s", 1)
        }
    }
}
