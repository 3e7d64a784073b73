import Mercator

/// `mercator timeline`: maps the response of a Twitter search into an SQLite file.
struct Timeline: NamedCommand {
    static let syntax = CommandSyntax(
        name: "timeline", summary: "Maps the response of a Twitter search into an SQLite file.",
        operands: [TimelineSyntax.payload],
        options: [
            TimelineSyntax.file("The store; it is made if it is not there."),
            TimelineSyntax.json("counts"),
        ])

    private let payload: String
    private let file: String
    private let printsJSON: Bool

    init(_ arguments: Arguments) {
        payload = arguments.operand("PAYLOAD")
        file = arguments.value(of: "--into") ?? ""
        printsJSON = arguments.has("--json")
    }

    func run(_ console: Console) throws {
        console.progress("Reading \(payload) …")
        // Read and validate the payload before opening the store.
        let document = try TimelineDocument(payload).document
        console.progress("Mapping it into \(file) …")
        let model = try TimelineModel.make()
        let operation = MappingOperation(try TimelineMappings.plan(for: model))
        let container = try PersistentContainer(model: model, store: SQLiteStore(file))
        let result = try operation.run(document, in: container)
        report(result, console)
    }

    private func report(_ result: MappingResult, _ console: Console) {
        console.note(issuesOf: result)
        if printsJSON {
            console.say("\(CountsJSON(result.counts))")
            return
        }
        console.say(TextTable(result.counts))
        console.say()
        console.say("Statuses at the top level: \(result[TimelineMappings.root].count)")
        for open in result.unresolved { console.say("\(open)") }
        console.say("SQLite file: \(file)")
    }
}
