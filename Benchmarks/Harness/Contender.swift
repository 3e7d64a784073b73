/// One way to do the work of a title: Mercator's, or a reference.
struct Contender {
    let name: String
    private let sample: () throws -> Duration

    /// Names a way to do the work.
    ///
    /// - Parameters:
    ///   - name: What tables call it.
    ///   - prepare: Makes what the work begins with; not timed.
    ///   - work: What is timed. What it returns is let go after the clock has stopped, such as the
    ///     connection to a file; what the work drops itself is part of its time.
    init<Input, Output>(
        _ name: String, prepare: @escaping () throws -> Input,
        work: @escaping (Input) throws -> Output
    ) {
        self.name = name
        sample = {
            let input = try prepare()
            let start = ContinuousClock.now
            let output = try work(input)
            let duration = start.duration(to: .now)
            withExtendedLifetime(output) {}
            return duration
        }
    }

    /// Names a way to do the work that begins with nothing and leaves nothing.
    init(_ name: String, work: @escaping () throws -> Void) {
        self.init(name, prepare: {}, work: { try work() })
    }

    /// Does the work once, and says how long it took.
    func run() throws -> Duration { try sample() }
}
