/// One implementation of a title's work: Mercator's, or a reference.
package struct Contender {
    package let name: String
    private let sample: () throws -> Sample

    /// The measurements of one execution.
    package struct Sample {
        let duration: Duration
        /// The number of statements Mercator sent to SQLite, if applicable.
        package let statements: Int?
        /// The peak memory in bytes of the process that does the work, if it is another one.
        let peakBytes: Int?

        package init(duration: Duration, statements: Int?, peakBytes: Int? = nil) {
            self.duration = duration
            self.statements = statements
            self.peakBytes = peakBytes
        }
    }

    /// Creates a contender.
    ///
    /// - Parameters:
    ///   - name: The name in tables.
    ///   - statements: Counts the statements of the stores used by the work.
    ///   - prepare: Creates the input of the work; neither timed nor counted.
    ///   - work: The timed work. Its result is released after the clock stops, for example a
    ///     database connection; anything the work releases itself is part of its time.
    package init<Input, Output>(
        _ name: String, statements: StatementCounter? = nil,
        prepare: @escaping () throws -> Input, work: @escaping (Input) throws -> Output
    ) {
        self.name = name
        sample = {
            let input = try prepare()
            _ = statements?.take()
            let start = ContinuousClock.now
            let output = try work(input)
            let duration = start.duration(to: .now)
            let sample = Sample(duration: duration, statements: statements?.take())
            withExtendedLifetime(output) {}
            return sample
        }
    }

    /// Creates a contender without input and output.
    package init(
        _ name: String, statements: StatementCounter? = nil, work: @escaping () throws -> Void
    ) {
        self.init(name, statements: statements, prepare: {}, work: { try work() })
    }

    /// Creates a contender that is another program.
    ///
    /// - Parameters:
    ///   - name: The name in tables.
    ///   - run: The timed work, which returns the peak memory of its process in bytes.
    init(program name: String, run: @escaping () throws -> Int) {
        self.name = name
        sample = {
            let start = ContinuousClock.now
            let peak = try run()
            return Sample(duration: start.duration(to: .now), statements: nil, peakBytes: peak)
        }
    }

    /// Executes the work once and returns the measurements.
    package func run() throws -> Sample { try sample() }
}
