import Mercator

/// `mercator seed`: maps any number of payloads into one SQLite file in a single save.
struct Seed: NamedCommand {
    static let syntax = CommandSyntax(
        name: "seed",
        summary: "Maps any number of payloads into one SQLite file, all or nothing.",
        operands: [
            .init(
                name: "PAYLOAD_OR_FOLDER", isRepeated: true,
                help: "A payload, or a folder of them; hidden files and folders in it are skipped."
            )
        ],
        options: [
            TimelineSyntax.file("The store; it is made if it is not there."),
            .init(name: "--replace", help: "Remove what the store holds, in the same save."),
            TimelineSyntax.json("counts"),
        ] + PayloadMapping.options)

    private let arguments: Arguments
    private let inputs: [String]
    private let file: String
    private let replaces: Bool
    private let printsJSON: Bool

    init(_ arguments: Arguments) {
        self.arguments = arguments
        inputs = arguments.operands("PAYLOAD_OR_FOLDER")
        file = arguments.value(of: "--into") ?? ""
        replaces = arguments.has("--replace")
        printsJSON = arguments.has("--json")
    }

    /// Reads and validates all payloads before opening the store.
    func run(_ console: Console) throws {
        let mapping = try PayloadMapping(arguments, console)
        var importer = ManagedObjectImporter(emptiesStoreFirst: replaces)
        for path in try inputs.flatMap({ try InputFile($0).pathsOfPayloads() }) {
            console.progress("Reading \(path) …")
            importer.add(try mapping.document(at: path), named: path, using: mapping.plan)
        }
        console.progress("Mapping into \(file) …")
        let container = try PersistentContainer(model: mapping.model, store: SQLiteStore(file))
        report(try importer.run(in: container), at: mapping.root, console)
    }

    private func report(_ result: ImportResult, at root: PayloadPath, _ console: Console) {
        for payload in result.payloads {
            let shown = payload.result.issues.prefix(5)
            for issue in shown { console.note("'\(payload.name)': \(issue)") }
            let hidden = payload.result.issueCount - shown.count
            if hidden > 0 { console.note("'\(payload.name)': and \(hidden) more that do not fit") }
        }
        if printsJSON {
            console.say("\(CountsJSON(result.counts))")
            return
        }
        for payload in result.payloads {
            console.say("\(payload.name): \(payload.result[root].count) at the top level")
        }
        console.say("\n\(TextTable(result.counts))\n")
        for open in result.unresolved { console.say("\(open)") }
        console.say("SQLite file: \(file)")
    }
}
