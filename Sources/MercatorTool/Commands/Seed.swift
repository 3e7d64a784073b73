import Mercator

/// `mercator seed`: maps any number of payloads into one store in a single save.
struct Seed: NamedCommand {
    static let syntax = CommandSyntax(
        name: "seed",
        summary: "Maps any number of payloads into one store, all or nothing.",
        operands: [PayloadFiles.operand],
        options: [
            .init(
                name: "--into", valueName: "STORE", isRequired: true,
                help: "The store, a file or postgresql://…; it is made if it is not there."),
            .init(name: "--replace", help: "Remove what the store holds, in the same save."),
            .init(name: "--json", help: "Print the counts as one JSON object."),
        ] + PayloadMapping.options)

    let arguments: Arguments

    /// Reads and validates all payloads before opening the store.
    func run(_ console: Console) throws {
        let store = try arguments.target()
        let payloads = try PayloadFiles(arguments.operands(PayloadFiles.operand.name), console)
        console.progress("Reading \(payloads.files.map(\.name).joined(separator: ", ")) …")
        let mapping = try PayloadMapping(payloads, arguments, store: store, console)
        var importer = ManagedObjectImporter(emptiesStoreFirst: arguments.has("--replace"))
        for target in mapping.targets {
            importer.add(try target.document(), named: target.file.name, using: target.plan)
        }
        console.progress("Mapping into \(store) …")
        let container = try mapping.open(store, isDryRun: false, arguments)
        report(try importer.run(in: container), in: store, console)
    }

    private func report(
        _ result: ImportResult, in store: any StoreAddress, _ console: Console
    ) {
        for payload in result.payloads {
            let shown = payload.result.issues.prefix(5)
            for issue in shown { console.note("'\(payload.name)': \(issue.shown)") }
            let hidden = payload.result.issueCount - shown.count
            if hidden > 0 { console.note("'\(payload.name)': and \(hidden) more that do not fit") }
        }
        if arguments.has("--json") {
            return console.say("\(CountsJSON(counts: result.counts))")
        }
        for payload in result.payloads {
            console.say("\(payload.name): \(payload.result.array.count) at the top level")
        }
        console.say()
        console.say(TextTable(result.counts))
        console.say()
        for open in result.unresolved { console.say("\(open)") }
        console.say(store.resultLine)
    }
}
