import Mercator

/// `mercator explain`: says what `mercator timeline` would make of a payload, and changes nothing.
struct Explain: NamedCommand {
    static let syntax = CommandSyntax(
        name: "explain",
        summary: "Says which keys of a Twitter search are mapped, and which are not.",
        operands: [.init(name: "PAYLOAD", help: "The response: a JSON file.")],
        options: [.init(name: "--json", help: "Print the explanation as one JSON object.")])

    private let payload: String
    private let printsJSON: Bool

    init(_ arguments: Arguments) {
        payload = arguments.operand("PAYLOAD")
        printsJSON = arguments.has("--json")
    }

    func run(_ console: Console) throws {
        console.progress("Reading \(payload) …")
        let document = try readDocument()
        let model = try TimelineModel.make()
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let explanation = try MappingOperation(try TimelineMappings.plan(for: model))
            .explain(document, in: container)
        console.say(printsJSON ? try PrettyJSON.text(explanation) : "\(explanation)")
    }

    /// What does not have the keys of a search is just what wants an explanation.
    private func readDocument() throws -> PayloadDocument {
        let bytes = try InputFile(payload).bytes()
        do {
            return try PayloadDocument(parsing: bytes)
        } catch {
            throw CommandError("'\(payload)' is not JSON: \(error)")
        }
    }
}
