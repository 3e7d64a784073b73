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

    private let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run(_ console: Console) async throws {
        let resource = try FetchedResource(arguments, ProcessInfo.processInfo.environment)
        let store = try arguments.target()
        let settings = try MappingSettings(arguments)
        // A page about an import, and a correction, need the payload.
        let isConditional = !settings.examines && !arguments.has("--report")
        let known =
            isConditional
            ? try FetchedVersion(of: resource, mapping: settings.mapping, in: store) : nil
        let file = try FetchedFile(resource.name)
        console.progress("Fetching '\(resource.name)' …")
        let head = try await download(resource, known?.conditions ?? [:], to: file)
        guard head.status != 304 else { return reportUnchanged(resource, store, console) }
        let version = FetchedVersion(head.headers, resource)
        try await Import(arguments).run(PayloadFiles(file), console) { mapping, container in
            try version.keep(as: resource, mapping, in: container)
        }
    }

    private func download(
        _ resource: FetchedResource, _ conditions: HeaderFields, to file: FetchedFile
    ) async throws -> ResourceDownload.Head {
        var headers = resource.fields
        for field in conditions.fields { headers[field.name] = field.value }
        let download = try resource.download()
        do throws(RemoteError) {
            return try await download.run(resource.url, headers: headers, to: file)
        } catch {
            guard error.code == .cleartext else { throw error }
            throw CommandError(
                "the URL has no TLS, so anybody may read along; use https, or --allow-http")
        }
    }

    private func reportUnchanged(
        _ resource: FetchedResource, _ store: any StorePlace, _ console: Console
    ) {
        guard !arguments.has("--json") else { return console.say("\(CountsJSON([:]))") }
        console.say("Not modified: '\(resource.name)' is in the store as the server has it")
        console.say(store.resultLine)
    }
}
