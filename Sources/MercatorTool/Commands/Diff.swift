import Foundation
import Mercator

/// `mercator diff`: prints the changes that mapping a payload would make to a store,
/// without making them.
struct Diff: NamedCommand {
    static let syntax = CommandSyntax(
        name: "diff", summary: "Says what a payload would change in an SQLite file.",
        operands: [TimelineSyntax.payload],
        options: [
            TimelineSyntax.file("The store; it is only read."), TimelineSyntax.json("changes"),
        ] + PayloadMapping.options)

    private let arguments: Arguments
    private let payload: String
    private let file: String
    private let printsJSON: Bool

    init(_ arguments: Arguments) {
        self.arguments = arguments
        payload = arguments.operand("PAYLOAD")
        file = arguments.value(of: "--into") ?? ""
        printsJSON = arguments.has("--json")
    }

    func run(_ console: Console) throws {
        console.progress("Reading \(payload) …")
        let mapping = try PayloadMapping(arguments, console)
        let document = try mapping.document(at: payload)
        console.progress("Comparing it with \(file) …")
        let container = try PersistentContainer(model: mapping.model, store: store())
        let dryRun = try MappingOperation(mapping.plan).dryRun(document, in: container)
        console.note(issuesOf: dryRun.result)
        console.say(
            printsJSON ? try PrettyJSON.text(dryRun.changes) : dryRun.changes.text(limit: .max))
    }

    /// Returns the store, or an empty one if mapping would create the file.
    private func store() -> any PersistentStore {
        let (files, folder) = (FileManager.default, URL(fileURLWithPath: file))
        let size = try? files.attributesOfItem(atPath: file)[.size] as? Int
        let isMissing = !files.fileExists(atPath: file)
        let canBeMade = files.fileExists(atPath: folder.deletingLastPathComponent().path)
        if size == 0 || (isMissing && canBeMade) { return InMemoryStore() }
        return SQLiteStore(file, options: .init(isReadOnly: true))
    }
}
