import MappingInference
import Mercator

/// The settings that determine a mapping, as given on the command line.
struct MappingArguments {
    /// The mapping file, if one is named.
    let mapping: MappingFile?
    let inference: InferenceOptions
    /// The treatment of additions to an earlier mapping.
    let policies: MappingFile.UpdatePolicies
    /// The treatment of connections that are found when all payloads are in the store, where it is
    /// too late to refuse them.
    var laterPolicies: MappingFile.UpdatePolicies {
        MappingFile.UpdatePolicies(onNew: policies.onNew == .add ? .add : .report, onType: .report)
    }

    /// Indicates whether to examine payloads even if the store contains them.
    var examines: Bool { startsOver || !decisions.isEmpty }
    let startsOver: Bool

    /// The arguments that correct an inference or set update policies.
    let decisions: [String]

    /// The options for update policies.
    static let policyOptions: [CommandSyntax.Option] = [
        .init(
            name: "--on-new", valueName: "add|report|fail",
            help: "What the mapping lacks (add; with --mapping: report)."),
        .init(
            name: "--on-type", valueName: "widen|report|fail",
            help: "Values that a type cannot keep (widen; with --mapping: report)."),
    ]

    /// Reads the settings.
    ///
    /// - Throws: ``CommandError`` if a value is malformed, or the mapping file cannot be read.
    init(_ arguments: Arguments) throws {
        inference = try CorrectionOptions.options(arguments)
        let path = arguments.value(of: "--mapping")
        mapping = try path.map { try InputFile(path: $0).mappingFile() }
        policies = MappingFile.UpdatePolicies(
            onNew: try Self.policy("--on-new", arguments) ?? (path == nil ? .add : .report),
            onType: try Self.policy("--on-type", arguments) ?? (path == nil ? .widen : .report))
        let names = (CorrectionOptions.all + Self.policyOptions).map(\.name).filter(arguments.has)
        decisions = names.flatMap { [$0] + arguments.values(of: $0) }
        startsOver = arguments.has("--start-over")
    }

    /// Reads the value of an option.
    private static func policy<Policy: RawRepresentable & CaseIterable>(
        _ option: String, _ arguments: Arguments
    ) throws -> Policy? where Policy.RawValue == String {
        guard let text = arguments.value(of: option) else { return nil }
        guard let policy = Policy(rawValue: text) else {
            let names = Policy.allCases.map(\.rawValue)
            throw CommandError(
                "\(option) expects \(names.dropLast().joined(separator: ", ")) or "
                    + "\(names.last ?? ""), found '\(text)'"
                    + Suggestion.text(for: text, among: names), status: .usage)
        }
        return policy
    }
}
