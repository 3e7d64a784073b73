import Mercator
import ModelGeneration

/// `mercator model`: prints a data model created in Xcode.
struct Model: NamedCommand {
    static let syntax = CommandSyntax(
        name: "model", summary: "Shows a data model of Xcode as a table, a diagram or Swift code.",
        operands: [
            .init(name: "PATH", help: "A folder '.xcdatamodeld' or '.xcdatamodel'.")
        ],
        options: [
            .init(name: "--mermaid", help: "Print a class diagram in the language of Mermaid."),
            .init(name: "--swift", help: "Print schema structs in Swift."),
            .init(
                name: "--of-version", valueName: "NAME",
                help: "Show this version instead of the current one."),
        ])

    let arguments: Arguments

    func run(_ console: Console) throws {
        let (printsMermaid, printsSwift) = (arguments.has("--mermaid"), arguments.has("--swift"))
        guard !(printsMermaid && printsSwift) else {
            throw CommandError(
                "--mermaid and --swift are two results; ask for one at a time",
                status: .usage)
        }
        let version = try XcodeModel(
            path: arguments.operand("PATH"),
            selection: arguments.value(of: "--of-version").map { .named($0) } ?? .current
        ).current
        for difference in version.differences { console.note("\(difference)") }
        if printsMermaid {
            console.say("\(ModelDiagram(version.model))")
        } else if printsSwift {
            console.say("\(SwiftSource(version.model))")
        } else {
            console.say(text(of: version))
        }
    }

    private func text(of version: XcodeModelVersion) -> String {
        let count = version.model.entities.count
        let title = "\(version.name): \(count == 1 ? "1 entity" : "\(count) entities")"
        let entities = version.model.entities.map { EntityText(entity: $0).text() }
        let configurations = version.configurations.sorted { $0.key < $1.key }.map {
            "configuration \($0.key): \($0.value.joined(separator: ", "))"
        }
        let requests = version.fetchRequests.map { request in
            "request \(request.name): \(request.entity)"
                + (request.predicate.map { " where \($0)" } ?? "")
        }
        let rest = (configurations + requests).joined(separator: "\n")
        return ([title] + entities + (rest.isEmpty ? [] : [rest])).joined(separator: "\n\n")
    }
}
