/// One way to do the work of a title: Mercator's, or a reference.
package struct Contender {
    let name: String
    private let sample: () throws -> Sample

    /// What doing the work once has shown.
    package struct Sample {
        let duration: Duration
        /// How many statements Mercator sent to SQLite, if it has to do with it.
        package let statements: Int?

        package init(duration: Duration, statements: Int?) {
            self.duration = duration
            self.statements = statements
        }
    }

    /// Names a way to do the work.
    ///
    /// - Parameters:
    ///   - name: What tables call it.
    ///   - statements: Counts the statements of the stores that the work uses.
    ///   - prepare: Makes what the work begins with; neither timed nor counted.
    ///   - work: What is timed. What it returns is let go after the clock has stopped, such as the
    ///     connection to a file; what the work drops itself is part of its time.
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

    /// Names a way to do the work that begins with nothing and leaves nothing.
    package init(
        _ name: String, statements: StatementCounter? = nil, work: @escaping () throws -> Void
    ) {
        self.init(name, statements: statements, prepare: {}, work: { try work() })
    }

    /// Does the work once, and says what it took.
    package func run() throws -> Sample { try sample() }
}
