import MappingFiles
import MappingGeneration
import MappingInference
import Mercator
import ModelGeneration

/// `mercator infer`: proposes a model and mappings for payloads.
struct Infer: NamedCommand {
    static let syntax = CommandSyntax(
        name: "infer",
        summary: "Proposes entities, identities, relationships and connections for payloads.",
        operands: [payloads],
        options: [
            .init(
                name: "--openapi", valueName: "FILE",
                help: "Read an OpenAPI 3 description in JSON, alone or with payloads."),
            .init(
                name: "--why", valueName: "NAME", isValueOptional: true,
                help: "Print the reasons for all decisions, or for those on a name."),
            .init(name: "--json", help: "Print everything as JSON."),
            .init(name: "--mermaid", help: "Print the model as a Mermaid diagram."),
            .init(name: "--svg", valueName: "FILE", help: "Write the model as a picture."),
            .init(
                name: "--html", valueName: "FILE", earlierName: "--report",
                help: "Write a page about everything."),
            .init(name: "--no-values", help: "Show no examples of values."),
            .init(
                name: "--base-url", valueName: "URL",
                help: "With --openapi and --swift: the server, if the description names another."),
            .init(name: "--save", valueName: "FILE", help: "Write the mapping file."),
            .init(
                name: "--update", valueName: "FILE",
                help: "Add what is new to this mapping file; its entries stay."),
            .init(
                name: "--check", valueName: "FILE",
                help: "Compare with this mapping file; status 2 if it would change."),
        ] + RequestedPackage.options + CorrectionOptions.all)

    /// Payloads, which a description may replace.
    private static let payloads = CommandSyntax.Operand(
        name: PayloadFiles.operand.name, isRepeated: true, replacement: "--openapi",
        help: PayloadFiles.operand.help)

    let arguments: Arguments
    private var inputs: [String] { arguments.operands(PayloadFiles.operand.name) }

    func run(_ console: Console) throws {
        _ = try arguments.form(of: ["--why", "--json", "--mermaid"])
        let payloads = try PayloadFiles(inputs, console)
        let description = try arguments.value(of: "--openapi").map {
            try OpenAPIDescription(PayloadSource(path: $0))
        }
        if arguments.has("--base-url"), description == nil || !arguments.has("--swift") {
            throw CommandError(
                "--base-url goes with --openapi and --swift; 'mercator fetch URL --swift FOLDER' "
                    + "writes a package that loads from a URL", status: .usage)
        }
        var options = try CorrectionOptions.options(arguments)
        let earlier = try (arguments.value(of: "--update") ?? arguments.value(of: "--check"))
            .map { try InputFile(path: $0).mappingFile() }
        options.base = earlier
        var inferred = try infer(
            payloads.files.map(\.source), description, MappingInference(options: options))
        if arguments.has("--no-values") { inferred.removeExamples() }
        try write(inferred, description, console)
        if let earlier { return try compare(inferred, with: earlier, console) }
        try print(inferred, console)
    }

    private func infer(
        _ payloads: [PayloadSource], _ description: OpenAPIDescription?,
        _ inference: MappingInference
    ) throws -> InferredMapping {
        guard let description else { return try inference.infer(payloads) }
        return try payloads.isEmpty
            ? inference.infer(description) : inference.infer(payloads, describedBy: description)
    }

    private func print(_ inferred: InferredMapping, _ console: Console) throws {
        if arguments.has("--json") {
            console.say(try InferenceJSON(inferred).text())
        } else if arguments.has("--mermaid") {
            console.say("\(ModelDiagram(try inferred.file.model()))")
        } else if arguments.has("--why") {
            let name = arguments.value(of: "--why")
            let list = try DecisionList(inferred, about: name, width: console.width ?? 100)
            console.say("\(list)")
            console.say()
            for line in list.rules { console.say(line) }
        } else {
            let table = InferenceTable(
                inferred, payloads: inputs, corrections: CorrectionOptions.given(arguments),
                width: console.width ?? 100)
            console.say("\(table)")
        }
    }

    /// Writes the requested files.
    private func write(
        _ inferred: InferredMapping, _ description: OpenAPIDescription?, _ console: Console
    ) throws {
        if let path = arguments.value(of: "--save") {
            try OutputFile(path).write(try inferred.file.text)
        }
        if let package = RequestedPackage(arguments) {
            let server = try description.flatMap {
                try DescribedServer($0, inferred, package: package.name).server(
                    at: arguments.value(of: "--base-url"), console)
            }
            try package.write(inferred.file, inferred, from: server, console)
        }
        let contents = try ReportContents(
            inferred, title: TextLines(inferred.sources.map(\.name), limit: 3).joined,
            version: Release.version)
        if let path = arguments.value(of: "--svg") {
            let diagram = SVGDiagram(contents.model, contents.diagramDetails)
            try OutputFile(path).write("\(diagram)")
        }
        if let path = arguments.value(of: "--html") {
            try OutputFile(path).write("\(HTMLReport(contents))")
        }
    }

    /// Prints the differences from an earlier mapping file, and updates it unless it is checked.
    private func compare(
        _ inferred: InferredMapping, with earlier: MappingFile, _ console: Console
    ) throws {
        let update = try earlier.updated(with: inferred.file)
        for difference in update.differences { console.say("\(difference)") }
        if let path = arguments.value(of: "--update") {
            try OutputFile(path).write(try update.file.text)
        } else if !update.differences.isEmpty {
            throw CommandError("the mapping would change", status: .different)
        }
    }
}
