import Mercator

/// `mercator diff`: prints the changes that mapping a payload would make to a store,
/// without making them.
struct Diff: NamedCommand {
    static let syntax = CommandSyntax(
        name: "diff", summary: "Says what a payload would change in a store.",
        operands: [.init(name: "PAYLOAD", help: "The response: JSON, XML, a property list, or -.")],
        options: [
            .init(
                name: "--into", valueName: "STORE", isRequired: true,
                help: "The store, a file or postgresql://…; it is only read."),
            .init(name: "--json", help: "Print the changes as one JSON object."),
            ValueMask.option,
        ] + PayloadMapping.options)

    let arguments: Arguments

    func run(_ console: Console) throws {
        let store = try arguments.target()
        try store.requireStore()
        let payloads = try PayloadFiles([arguments.operand("PAYLOAD")], console)
        console.progress("Reading \(payloads.files.map(\.name).joined()) …")
        let mapping = try PayloadMapping(payloads, arguments, store: store, console)
        console.progress("Comparing it with \(store) …")
        let copy = try mapping.open(store, isDryRun: true, arguments)
        let mask = ValueMask(arguments)
        defer { console.note(mask) }
        for target in mapping.targets {
            let document = try target.document()
            var operation = MappingOperation(target.plan)
            operation.describe(document, named: target.file.name)
            let dryRun = try operation.dryRun(document, in: copy)
            console.note(issuesOf: dryRun.result)
            let changes = dryRun.changes.replacingValues { name, value, isKey in
                mask.shown(value, of: name, isKey: isKey)
            }
            console.say(
                arguments.has("--json")
                    ? try PrettyJSON.text(changes) : changes.text(limit: .max))
        }
    }
}
