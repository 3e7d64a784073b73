import Foundation
import Mercator

/// `mercator fetch`: imports a resource of a server into a store.
struct Fetch: NamedCommand {
    static let syntax = CommandSyntax(
        name: "fetch",
        summary: "Imports what a URL has into a store; what has not changed is not read again.",
        operands: [FetchedResource.operand],
        options: FetchedResource.options
            + Import.syntax.options.filter { $0.name != PayloadDivision.option.name })

    let arguments: Arguments

    func run(_ console: Console) async throws {
        let resource = try FetchedResource(arguments, ProcessInfo.processInfo.environment)
        let store = try arguments.target()
        let settings = try MappingArguments(arguments)
        // A page about an import, and a correction, need the payload.
        let isConditional = !settings.examines && !arguments.has("--html")
        let known =
            isConditional
            ? try FetchedVersion(of: resource, mapping: settings.mapping, in: store) : nil
        var download = try PageDownload(resource, known?.pages ?? [], console)
        let pages = try await download.run()
        let files = pages.compactMap(\.file)
        guard !files.isEmpty else { return reportUnchanged(resource, store, console) }
        try await Import(arguments: arguments).run(PayloadFiles(files), console) {
            mapping, container in
            try FetchedVersion.keep(pages, since: known, as: resource, mapping, in: container)
        }
    }

    private func reportUnchanged(
        _ resource: FetchedResource, _ store: any StoreAddress, _ console: Console
    ) {
        guard !arguments.has("--json") else { return console.say("\(CountsJSON(counts: [:]))") }
        console.say("Not modified: '\(resource.name)' is in the store as the server has it")
        console.say(store.resultLine)
    }
}
