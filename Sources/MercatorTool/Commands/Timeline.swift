import Foundation
import Mercator

/// `mercator timeline`: maps the response of a Twitter search into an SQLite file.
struct Timeline: NamedCommand {
    static let syntax = CommandSyntax(
        name: "timeline", summary: "Maps the response of a Twitter search into an SQLite file.",
        operands: [
            .init(name: "PAYLOAD", help: "The response: a JSON file with 'statuses'.")
        ],
        options: [
            .init(
                name: "--into", valueName: "FILE", isRequired: true,
                help: "The store; it is made if it is not there."),
            .init(name: "--json", help: "Print the counts as one JSON object."),
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
        let document = try readDocument()
        console.progress("Mapping it into \(file) …")
        let model = try TimelineModel.make()
        let operation = MappingOperation(try TimelineMappings.plan(for: model))
        let container = try PersistentContainer(model: model, store: SQLiteStore(file))
        let result = try operation.run(document, in: container)
        report(result, console)
    }

    /// The payload is read and checked before the store is touched.
    private func readDocument() throws -> PayloadDocument {
        let bytes: Data
        do {
            bytes = try Data(contentsOf: URL(fileURLWithPath: payload))
        } catch {
            throw CommandError("cannot read '\(payload)': \(error.localizedDescription)")
        }
        do {
            return try PayloadDocument(parsing: bytes)
        } catch {
            throw CommandError("'\(payload)' is not JSON: \(error)")
        }
    }

    private func report(_ result: MappingResult, _ console: Console) {
        let shown = result.issues.prefix(5)
        for issue in shown { console.note("\(issue)") }
        if result.issueCount > shown.count {
            console.note("and \(result.issueCount - shown.count) further issues")
        }
        if printsJSON {
            console.say("\(CountsJSON(result.counts))")
            return
        }
        console.say("\(Table(result.counts))\n")
        console.say("\(result["statuses"].count) statuses at the top level, the others inside them")
        for open in result.unresolved { console.say("Not here yet: \(open)") }
        console.say("SQLite file: \(file)")
    }
}
