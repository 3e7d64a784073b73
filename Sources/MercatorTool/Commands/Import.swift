import Mercator

/// `mercator import`: imports articles from a file of any size, and resumes after an interruption.
struct Import: NamedCommand {
    static let syntax = CommandSyntax(
        name: "import",
        summary: "Imports articles from a file of any size; goes on where it was stopped.",
        operands: [
            .init(name: "SOURCE", help: "Lines of JSON (NDJSON), or a document; see --array.")
        ],
        options: [
            TimelineSyntax.file("The store; it is made if it is not there."),
            .init(
                name: "--array", valueName: "PATH",
                help: "SOURCE is one document; keys lead to its array: articles, data.items, self."),
            .init(
                name: "--batch", valueName: "N", help: "Save after so many records (4000)."),
            .init(name: "--strict", help: "Stop at the first record that does not fit."),
            .init(name: "--start-over", help: "Begin at the start of SOURCE."),
            TimelineSyntax.json("counts"),
        ])

    private let source: String
    private let file: String
    private let array: String?
    private let batch: String?
    private let isStrict: Bool
    private let startsOver: Bool
    private let printsJSON: Bool

    init(_ arguments: Arguments) {
        source = arguments.operand("SOURCE")
        file = arguments.value(of: "--into") ?? ""
        array = arguments.value(of: "--array")
        batch = arguments.value(of: "--batch")
        isStrict = arguments.has("--strict")
        startsOver = arguments.has("--start-over")
        printsJSON = arguments.has("--json")
    }

    func run(_ console: Console) async throws {
        let model = try Feed.model()
        let operation = try ImportOperation(
            Feed.plan(for: model), format: try format, options: try options)
        try InputFile(source).requireReadable()
        let container = try PersistentContainer(model: model, store: SQLiteStore(file))
        if !startsOver, let checkpoint = try operation.checkpoint(in: container) {
            console.note(
                checkpoint.isFinished
                    ? "an import of this name has finished, with \(checkpoint.records) records; of the "
                        + "same file only what is new is read, and the counts are those of all"
                    : "going on behind \(checkpoint.records) records")
        }
        let bar = ProgressBar()
        do {
            let result = try await operation.run(
                file: source, in: container, onBatch: { bar.show($0) })
            bar.finish()
            report(result, console)
        } catch {
            bar.finish()
            throw error
        }
    }

    private var format: ImportFormat {
        get throws {
            guard let array else { return .lines }
            return .array(at: try PayloadPath(array))
        }
    }

    private var options: ImportOptions {
        get throws {
            // Checkpoints are named after the source files.
            let name = source.split(separator: "/").last.map(String.init) ?? source
            var options = ImportOptions(checkpoint: name)
            if isStrict { options.mapping.failurePolicy = .fail }
            options.startsOver = startsOver
            options.payload.replacesLoneSurrogates = true
            if let batch {
                guard let count = Int(batch), count > 0 else {
                    throw CommandError("--batch expects a number of records, found '\(batch)'")
                }
                options.batchRecords = count
            }
            return options
        }
    }

    private func report(_ result: ImportOperation.Result, _ console: Console) {
        console.note(issues: result.issues, of: result.issueCount)
        if printsJSON {
            console.say("\(CountsJSON(result.counts))")
            return
        }
        console.say("\(TextTable(result.counts))\n")
        console.say("Records: \(result.records) in \(result.batches) batches")
        console.say("SQLite file: \(file)")
    }
}
