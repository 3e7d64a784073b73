import Mercator

/// `mercator tour`: loads four small payloads and explains each step.
struct Tour: NamedCommand {
    static let syntax = CommandSyntax(
        name: "tour", summary: "Shows in a minute what Mercator does, with payloads of its own.",
        options: [
            .init(
                name: "--into", valueName: "FILE",
                help: "Use this store, and keep it; without, a temporary file is used."),
            .init(name: "--keep", help: "Keep the temporary file."),
        ])

    private let file: String?
    private let keepsTemporaryFile: Bool

    init(_ arguments: Arguments) {
        file = arguments.value(of: "--into")
        keepsTemporaryFile = arguments.has("--keep")
    }

    func run(_ console: Console) throws {
        if let file {
            try TourGuide(console, file: file).run()
            console.say("SQLite file: \(file)")
            return
        }
        let temporary = try TemporaryFile("tour.sqlite")
        do {
            try TourGuide(console, file: temporary.path).run()
        } catch {
            temporary.remove()
            throw error
        }
        console.say("SQLite file: \(temporary.path)")
        if keepsTemporaryFile {
            console.say("It is kept, as you asked.")
        } else {
            temporary.remove()
            console.say("It was temporary and is removed now; --keep or --into FILE keeps it.")
        }
    }
}
