/// A unit of time chosen for readable numbers.
struct TimeUnit {
    let name: String
    let seconds: Double

    /// Chooses the unit for a magnitude.
    init(for time: Double) {
        switch time {
        case ..<1e-6: (name, seconds) = ("ns", 1e-9)
        case ..<1e-3: (name, seconds) = ("µs", 1e-6)
        case ..<1: (name, seconds) = ("ms", 1e-3)
        default: (name, seconds) = ("s", 1)
        }
    }
}
