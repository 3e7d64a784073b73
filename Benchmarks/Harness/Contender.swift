/// One implementation of a title's work: Mercator's, or a reference.
package struct Contender {
    package let name: String
    private let sample: () throws -> Sample

    /// The measurements of one execution.
    package struct Sample {
        let duration: Duration
        /// The number of statements Mercator sent to SQLite, if applicable.
        package let statements: Int?

        package init(duration: Duration, statements: Int?) {
            self.duration = duration
            self.statements = statements
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

    /// Executes the work once and returns the measurements.
    package func run() throws -> Sample { try sample() }
}
