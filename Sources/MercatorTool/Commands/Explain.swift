import Mercator

/// `mercator explain`: prints how mapping would interpret a payload, without changing anything.
struct Explain: NamedCommand {
    static let syntax = CommandSyntax(
        name: "explain",
        summary: "Says which keys of a payload are mapped, and which are not.",
        operands: [.init(name: "PAYLOAD", help: "The response: a JSON file.")],
        options: [.init(name: "--json", help: "Print the explanation as one JSON object.")]
            + PayloadMapping.options)

    private let arguments: Arguments
    private let payload: String
    private let printsJSON: Bool

    init(_ arguments: Arguments) {
        self.arguments = arguments
        payload = arguments.operand("PAYLOAD")
        printsJSON = arguments.has("--json")
    }

    func run(_ console: Console) throws {
        console.progress("Reading \(payload) …")
        // Does not require the keys of a search: payloads without them are the ones to explain.
        let document = try InputFile(payload).document()
        let mapping = try PayloadMapping(arguments, console)
        let container = try PersistentContainer(model: mapping.model, store: InMemoryStore())
        let explanation = try MappingOperation(mapping.plan).explain(document, in: container)
        console.say(printsJSON ? try PrettyJSON.text(explanation) : "\(explanation)")
    }
}
