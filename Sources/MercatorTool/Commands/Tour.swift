import Mercator

/// `mercator tour`: loads four small payloads and explains each step.
struct Tour: NamedCommand {
    static let syntax = CommandSyntax(
        name: "tour", summary: "Shows in a minute what Mercator does, with payloads of its own.",
        options: [
            .init(
                name: "--into", valueName: "STORE",
                help: "Use this store, a file or postgresql://…, and keep it."),
            .init(name: "--keep", help: "Keep the temporary file."),
        ])

    let arguments: Arguments

    func run(_ console: Console) throws {
        if let store = try arguments.storeAddress(of: "--into") {
            try TourGuide(console, store: store).run()
            console.say(store.resultLine)
            return
        }
        let keepsTemporaryFile = arguments.has("--keep")
        let temporary = try TemporaryFile("tour.sqlite", isKept: keepsTemporaryFile)
        try TourGuide(console, store: SQLiteAddress(temporary.path)).run()
        console.say("SQLite file: \(temporary.path)")
        if keepsTemporaryFile {
            console.say("It is kept, as you asked.")
        } else {
            console.say("It was temporary and is removed now; --keep or --into STORE keeps it.")
        }
    }
}
