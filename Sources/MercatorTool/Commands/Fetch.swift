import MappingGeneration
import MappingInference
import Mercator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `mercator fetch`: imports a resource of a server into a store, or writes a package that does.
struct Fetch: NamedCommand {
    static let syntax = CommandSyntax(
        name: "fetch",
        summary: "Imports what a URL has into a store; what has not changed is not read again.",
        operands: [FetchedResource.operand],
        options: FetchedResource.options + importing + RequestedPackage.options)

    /// The options of an import; a package needs no store.
    private static let importing = Import.syntax.options.compactMap { option in
        var option = option
        option.isRequired = false
        return option.name == PayloadDivision.option.name ? nil : option
    }

    /// The options that concern a store or what is imported into it.
    private static let ofStores = [
        "--batch", "--dry-run", "--html", "--json", "--start-over",
    ]

    let arguments: Arguments

    func run(_ console: Console) async throws {
        let resource = try FetchedResource(arguments, ProcessInfo.processInfo.environment)
        let package = RequestedPackage(arguments)
        guard arguments.has("--into") else { return try await write(package, resource, console) }
        let store = try arguments.target()
        let settings = try MappingArguments(arguments)
        // A page about an import, a package and a correction need the payload.
        let isConditional = !settings.examines && !arguments.has("--html") && package == nil
        let known =
            isConditional
            ? try FetchedVersion(of: resource, mapping: settings.mapping, in: store) : nil
        var download = try PageDownload(resource, known?.pages ?? [], console)
        let pages = try await download.run()
        let files = pages.compactMap(\.file)
        guard !files.isEmpty else { return reportUnchanged(resource, store, console) }
        try await Import(arguments: arguments).run(PayloadFiles(files), console) {
            mapping, container in
            try FetchedVersion.keep(pages, since: known, as: resource, mapping.file, in: container)
            try write(package, resource, mapping, pages, console)
        }
    }

    /// Writes a package without an import.
    private func write(
        _ package: RequestedPackage?, _ resource: FetchedResource, _ console: Console
    ) async throws {
        guard package != nil else {
            throw CommandError(
                "--into STORE is missing, or --swift FOLDER for a package; see 'mercator fetch "
                    + "--help'", status: .usage)
        }
        for option in Self.ofStores where arguments.has(option) {
            throw CommandError("\(option) goes with --into, which is not given", status: .usage)
        }
        let settings = try MappingArguments(arguments)
        var download = try PageDownload(resource, [], console)
        let pages = try await download.run()
        let payloads = PayloadFiles(pages.compactMap(\.file))
        let mapping = try ImportMapping(payloads, settings, store: nil)
        for note in mapping.notes { console.note(note) }
        if let inferred = mapping.inferred {
            console.say(
                "\(InferenceTable(inferred, payloads: [], width: console.width ?? 100))")
        }
        try write(package, resource, mapping, pages, console)
    }

    private func write(
        _ package: RequestedPackage?, _ resource: FetchedResource, _ mapping: ImportMapping,
        _ pages: [PageDownload.Arrival], _ console: Console
    ) throws {
        guard let package, let page = pages.first, let file = page.file else { return }
        let server = try ServedResource(resource: resource, package: package.name).server(
            mapping.file, file.payload, contentType: page.contentType)
        try package.write(mapping.file, mapping.inferred, from: server, console)
    }

    private func reportUnchanged(
        _ resource: FetchedResource, _ store: any StoreAddress, _ console: Console
    ) {
        guard !arguments.has("--json") else { return console.say("\(CountsJSON(counts: [:]))") }
        console.say("Not modified: '\(resource.name)' is in the store as the server has it")
        console.say(store.resultLine)
    }
}
