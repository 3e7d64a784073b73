import MappingGeneration
import MappingInference
import Mercator

/// `mercator infer`: proposes a model and mappings for payloads.
struct Infer: NamedCommand {
    static let syntax = CommandSyntax(
        name: "infer",
        summary: "Proposes entities, identities, relationships and connections for payloads.",
        operands: [
            .init(
                name: "PAYLOAD_OR_FOLDER", isRepeated: true,
                help: "JSON, lines of JSON, XML, a property list, or a folder of them.")
        ],
        options: [
            .init(
                name: "--why", valueName: "NAME", isValueOptional: true,
                help: "Print the reasons for all decisions, or for those on a name."),
            .init(name: "--json", help: "Print everything as JSON."),
            .init(name: "--save", valueName: "FILE", help: "Write the mapping file."),
        ] + CorrectionOptions.all)

    private let arguments: Arguments
    private let inputs: [String]

    init(_ arguments: Arguments) {
        self.arguments = arguments
        inputs = arguments.operands("PAYLOAD_OR_FOLDER")
    }

    func run(_ console: Console) throws {
        let paths = try inputs.flatMap { try InputFile($0).pathsOfPayloads() }
        let options = try CorrectionOptions.options(arguments)
        let inferred = try MappingInference(options: options)
            .infer(paths.map { PayloadSource(path: $0) })
        if let path = arguments.value(of: "--save") {
            try OutputFile(path).write(try inferred.file.text)
        }
        if arguments.has("--json") {
            console.say(try InferenceJSON(inferred).text())
        } else if arguments.has("--why") {
            console.say("\(try DecisionList(inferred, about: arguments.value(of: "--why")))")
        } else {
            console.say(
                "\(InferenceTable(inferred, payloads: inputs, width: console.width ?? 100))")
        }
    }
}
