import Mercator

/// `mercator explain`: prints how mapping would interpret a payload, without changing anything.
struct Explain: NamedCommand {
    static let syntax = CommandSyntax(
        name: "explain",
        summary: "Says which keys of a payload are mapped, and which are not.",
        operands: [.init(name: "PAYLOAD", help: "The response: JSON, XML, a property list, or -.")],
        options: [
            .init(
                name: "--into", valueName: "STORE",
                help: "The store whose mapping is used, a file or postgresql://…; it is only read."),
            .init(name: "--json", help: "Print the explanation as one JSON object."),
            ValueMask.option,
        ] + PayloadMapping.options)

    let arguments: Arguments

    func run(_ console: Console) throws {
        let store = try arguments.storeAddress(of: "--into")
        try store?.requireStore()
        let payloads = try PayloadFiles([arguments.operand("PAYLOAD")], console)
        console.progress("Reading \(payloads.files.map(\.name).joined()) …")
        let mapping = try PayloadMapping(
            payloads, arguments, store: store, console)
        let mask = ValueMask(arguments)
        defer { console.note(mask) }
        for target in mapping.targets {
            let document = try target.document()
            let container = try PersistentContainer(model: mapping.model, store: InMemoryStore())
            var operation = MappingOperation(target.plan)
            operation.describe(document, named: target.file.name)
            let explanation = try container.perform { context in
                try operation.explain(document, in: context) { name, value in
                    mask.shown(value, of: name, isKey: true)
                }
            }
            console.say(
                arguments.has("--json") ? try PrettyJSON.text(explanation) : "\(explanation)")
        }
    }
}
