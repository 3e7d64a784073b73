import Foundation
import Mercator

/// `mercator diff`: says what `mercator timeline` would change in a file, and leaves it as it is.
struct Diff: NamedCommand {
    static let syntax = CommandSyntax(
        name: "diff", summary: "Says what a Twitter search would change in an SQLite file.",
        operands: [TimelineSyntax.payload],
        options: [
            TimelineSyntax.file("The store; it is only read."), TimelineSyntax.json("changes"),
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
        let document = try TimelineDocument(payload).document
        console.progress("Comparing it with \(file) …")
        let model = try TimelineModel.make()
        let operation = MappingOperation(try TimelineMappings.plan(for: model))
        let container = try PersistentContainer(model: model, store: store())
        let dryRun = try operation.dryRun(document, in: container)
        console.note(issuesOf: dryRun.result)
        console.say(printsJSON ? try PrettyJSON.text(dryRun.changes) : "\(dryRun.changes)")
    }

    /// The file, or nothing at all where `timeline` would make it.
    private func store() -> any PersistentStore {
        let (files, folder) = (FileManager.default, URL(fileURLWithPath: file))
        let size = try? files.attributesOfItem(atPath: file)[.size] as? Int
        let isMissing = !files.fileExists(atPath: file)
        let canBeMade = files.fileExists(atPath: folder.deletingLastPathComponent().path)
        if size == 0 || (isMissing && canBeMade) { return InMemoryStore() }
        return SQLiteStore(file, options: .init(isReadOnly: true))
    }
}
