import MappingGeneration
import Mercator

/// `mercator report`: writes a page about a store and its mapping.
struct Report: NamedCommand {
    static let syntax = CommandSyntax(
        name: "report",
        summary:
            "Writes a page about a store: its model as a picture, its objects and its mapping.",
        operands: [
            .init(
                name: "STORE",
                help: "The store, as 'mercator import' makes it: an SQLite file or postgresql://…")
        ],
        options: [
            .init(name: "--html", valueName: "OUT", isRequired: true, help: "The page."),
            .init(name: "--no-values", help: "Show no values of open keys."),
        ])

    let arguments: Arguments

    func run(_ console: Console) throws {
        let address = try arguments.storeAddress()
        try address.requirePresent()
        guard let stored = try StoredMapping(at: address) else {
            throw CommandError("\(address) is empty")
        }
        let store = try OpenStore(address)
        var contents = try ReportContents(
            stored.file, title: address.title, version: Release.version)
        contents.objects = try store.container.objectCounts()
        contents.openKeys = try store.container.openConnections()
        contents.showsValues = !arguments.has("--no-values")
        let page = arguments.value(of: "--html") ?? ""
        try OutputFile(page).write("\(HTMLReport(contents))")
        console.say("Page: \(page)")
    }
}
