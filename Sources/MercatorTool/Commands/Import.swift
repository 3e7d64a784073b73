import MappingInference
import Mercator

/// `mercator import`: imports any payloads into a store, and resumes after an interruption.
struct Import: NamedCommand {
    static let syntax = CommandSyntax(
        name: "import",
        summary: "Imports payloads of any size into a store; goes on where it was stopped.",
        operands: [PayloadFiles.operand],
        options: [
            .init(
                name: "--into", valueName: "STORE", isRequired: true,
                help: "The store, a file or postgresql://…; it is made if it is not there."),
            .init(name: "--dry-run", help: "Say what would change, and write nothing."),
            .init(name: "--batch", valueName: "N", help: "Save after so many records (4000)."),
            PayloadDivision.option,
            .init(name: "--start-over", help: "Begin at the start of every payload."),
            .init(
                name: "--html", valueName: "FILE", earlierName: "--report",
                help: "Write a page of HTML about it."),
            .init(name: "--json", help: "Print the counts as one JSON object."),
        ] + ImportMapping.options + MappingArguments.policyOptions
            + CorrectionOptions.all)

    let arguments: Arguments

    func run(_ console: Console) async throws {
        let words = arguments.operands(PayloadFiles.operand.name)
        try await run(try PayloadFiles(words, console), console)
    }

    /// Imports payloads.
    ///
    /// - Parameters:
    ///   - payloads: The payloads, which are read after the command line.
    ///   - console: The console for the report.
    ///   - finish: A closure called with the mapping and the container when all are saved.
    /// - Throws: ``CommandError`` or the error of a payload, of the mapping or of the store.
    func run(
        _ payloads: @autoclosure () throws -> PayloadFiles, _ console: Console,
        finish: (ImportMapping, PersistentContainer) throws -> Void = { _, _ in }
    ) async throws {
        var options = try options
        let store = try arguments.target()
        let part = try PayloadDivision.part(arguments)
        let payloads = try payloads()
        let division = try part.map { try PayloadDivision(payloads.files, $0) }
        let settings = try MappingArguments(arguments)
        console.progress("Reading \(payloads.files.map(\.name).joined(separator: ", ")) …")
        var mapping = try ImportMapping(payloads, settings, store: store, division: division)
        for note in mapping.notes { console.note(note) }
        let target = try ImportStore(store, isDryRun: arguments.has("--dry-run"))
        let path = arguments.value(of: "--mapping")
        var container = try target.open(mapping.file.model(), mapping, mappingPath: path)
        if let earlier = mapping.earlier {
            try KeptKeys(from: earlier, to: mapping.file).move(in: container)
        }
        var outcome = ImportOutcome()
        let account = ImportAccount(of: container.model)
        options.checkpoint = try mapping.file.revision
        let imports = try imports(mapping.targets, division, options)
        if let division, imports.isEmpty {
            console.note("part \(division.part) has nothing to import; the others have all")
        }
        do {
            for (payload, operation) in imports {
                try await run(operation, payload, container, account, &outcome, console)
            }
        } catch {
            target.abandon(container)
            throw error
        }
        outcome.settle(account, in: container.model)
        let later = LaterConnections(store: target, settings: settings, mappingPath: path)
        // One inference has seen all that the first import has brought.
        let isSearching =
            try division.map {
                try mapping.input?.isFirst == false
                    && $0.isComplete(mapping.targets, options, in: container)
            } ?? (mapping.isStored && outcome.hasInserted)
        if try later.connect(&mapping, in: &container, isSearching: isSearching) {
            for note in mapping.notes { console.note(note) }
        }
        try finish(mapping, container)
        try report(outcome, mapping, container, in: store, console)
    }

    /// Returns the imports of the payloads, restricted to a part.
    private func imports(
        _ targets: [ImportTarget], _ division: PayloadDivision?, _ options: ImportOptions
    ) throws -> [(target: ImportTarget, operation: DocumentImport)] {
        try division?.operations(targets, options)
            ?? targets.map { ($0, try $0.operation(options)) }
    }

    /// Imports a payload.
    private func run(
        _ operation: DocumentImport, _ target: ImportTarget, _ container: PersistentContainer,
        _ account: ImportAccount, _ outcome: inout ImportOutcome, _ console: Console
    ) async throws {
        var operation = operation
        operation.account = account
        let bar = ProgressBar(target.file.name)
        do {
            if !operation.options.startsOver {
                let checkpoints = try operation.checkpoints(
                    ofFile: target.file.path, in: container)
                let part = operation.options.part.map { $0.count > 1 ? "part \($0) of " : "" }
                note(checkpoints, "\(part ?? "")'\(target.file.name)'", console)
            }
            let result = try await operation.run(
                file: target.file.path, in: container, onBatch: { bar.show($0) })
            bar.finish()
            outcome.add(result, of: target.file)
        } catch {
            bar.finish()
            throw ImportOutcome.failure(error, of: target.file)
        }
    }

    private func note(
        _ checkpoints: [ImportCheckpoint], _ source: String, _ console: Console
    ) {
        let records = checkpoints.reduce(0) { $0 + $1.records }
        guard !checkpoints.isEmpty else { return }
        console.note(
            checkpoints.allSatisfy(\.isFinished)
                ? "\(source) is in the store with \(TextLines.count(records, "record")); "
                    + "only what is new is read, unless --start-over is given"
                : "going on behind \(TextLines.count(records, "record"))")
    }

    private var options: ImportOptions {
        get throws {
            var options = ImportOptions()
            options.mapping.failurePolicy = arguments.has("--strict") ? .fail : .skipValue
            options.startsOver = arguments.has("--start-over")
            if let count = try arguments.count(of: "--batch", "records") {
                options.batchRecords = count
            }
            return options
        }
    }

    private func report(
        _ result: ImportOutcome, _ mapping: ImportMapping, _ container: PersistentContainer,
        in store: any StoreAddress, _ console: Console
    ) throws {
        for issue in result.issueLines { console.note(issue) }
        let open = try container.openConnections()
        let outcome = result.settled(with: open)
        if let path = arguments.value(of: "--html") {
            let page = try outcome.page(mapping, open, container, title: store.title)
            try OutputFile(path).write("\(page)")
        }
        // Existing mapping decisions win over a request to ignore.
        let leftovers = (mapping.inferred?.leftovers ?? []).filter {
            $0.reason != .ignored || mapping.file.property(at: $0.path) == nil
        }
        if arguments.has("--json") {
            for line in ImportOutcome.lines(leftovers) + outcome.lossLines { console.note(line) }
            console.say("\(CountsJSON(counts: outcome.counts))")
            return try outcome.requireAll()
        }
        console.say(TextTable(outcome.counts))
        console.say()
        console.say(outcome.recordLine)
        if let line = outcome.accountLine { console.say(line) }
        for line in ImportOutcome.lines(leftovers) + outcome.lossLines { console.say(line) }
        for connection in open { console.say("\(connection)") }
        console.say(
            arguments.has("--dry-run")
                ? "Nothing was written; without --dry-run, it goes into \(store)"
                : store.resultLine)
        try outcome.requireAll()
    }
}
