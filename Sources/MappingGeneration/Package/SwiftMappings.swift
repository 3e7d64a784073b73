import EntityMapper
import MappingFiles
import MappingInference
import MercatorPayload
import ModelGeneration
import ObjectGraph

/// Generates the mappings: a function for each, and a function that returns the set.
struct SwiftMappings {
    /// The functions, with an empty line before each but the first.
    private(set) var lines: [String] = []

    private let names: SwiftNames
    private let comments: DecisionComments
    private let setFunction: String
    private var functions: [String: String] = [:]

    init(
        _ file: MappingFile, _ model: ManagedObjectModel, _ decisions: [InferenceDecision] = [],
        named setFunction: String = "makeMappings"
    ) throws {
        self.setFunction = setFunction
        names = SwiftNames(model.entities)
        comments = DecisionComments(decisions)
        let set = file.ignoringMappings
        var used = Set(model.entities.map { names.type($0.name) })
        for name in set.mappings.map(\.name) + set.dynamicMappings.map(\.name) {
            functions[name] = Self.functionName(name, &used)
        }
        var throwing: Set<String> = []
        var bodies: [[String]] = []
        for mapping in set.mappings {
            var code = MappingCode(mapping, SchemaStructs(model: model, names: names), comments)
            try code.write()
            if code.isThrowing { throwing.insert(mapping.name) }
            let effect = code.isThrowing ? " throws" : ""
            bodies.append(
                ["func \(function(mapping.name))()\(effect) -> EntityMapping {"] + code.lines + [
                    "}"
                ])
        }
        for mapping in set.dynamicMappings {
            bodies.append(
                ["func \(function(mapping.name))() -> DynamicMapping {"]
                    + (try DynamicMappingCode(mapping).lines) + ["}"])
        }
        lines = try collection(file, set, throwing) + bodies.flatMap { [""] + $0 }
    }

    private func function(_ mapping: String) -> String { functions[mapping] ?? mapping }

    /// Returns the name of a function, which ends in `Mapping`.
    private static func functionName(_ name: String, _ used: inout Set<String>) -> String {
        let words = name.split { !$0.isLetter && !$0.isNumber }
        let joined = words.enumerated().map { number, word in
            number == 0
                ? word.prefix(1).lowercased() + word.dropFirst()
                : word.prefix(1).uppercased() + word.dropFirst()
        }.joined()
        let start = joined.first?.isLetter == true ? joined : "entity" + joined
        var result = start + "Mapping"
        var number = 2
        while !used.insert(result).inserted {
            result = "\(start)\(number)Mapping"
            number += 1
        }
        return SwiftNames.escaped(result)
    }

    /// Returns the function that creates the mapping set.
    private func collection(
        _ file: MappingFile, _ set: MappingSet, _ throwing: Set<String>
    ) throws -> [String] {
        let parameter = file.groups.isEmpty ? "" : "for kind: String"
        let effect = throwing.isEmpty ? "" : " throws"
        var lines = [
            "func \(setFunction)(\(parameter))\(effect) -> MappingSet {",
            "    var mappings = MappingSet()",
        ]
        lines += set.mappings.map { mapping in
            let attempt = throwing.contains(mapping.name) ? "try " : ""
            return "    mappings.add(\(attempt)\(function(mapping.name))())"
        }
        lines += set.dynamicMappings.map { "    mappings.add(\(function($0.name))())" }
        lines += roots(file, set) + (try settings(set))
        return lines + ["    return mappings", "}"]
    }

    /// Returns the statements that add the root paths, both common and per file group.
    private func roots(_ file: MappingFile, _ set: MappingSet) -> [String] {
        var paths = SwiftPaths()
        let common = set.roots.flatMap { Self.root($0, indent: "    ", &paths) }
        let cases = file.groups.flatMap { group in
            let own = group.roots.filter { !set.roots.contains($0) }
            let lines = own.flatMap { Self.root($0, indent: "        ", &paths) }
            return ["    case \(SwiftLiteral.text(group.name)):"]
                + (lines.isEmpty ? ["        break"] : lines)
        }
        let choice =
            cases.isEmpty ? [] : ["    switch kind {"] + cases + ["    default: break", "    }"]
        return paths.declarations + common + choice
    }

    private static func root(
        _ root: MappingSet.Root, indent: String, _ paths: inout SwiftPaths
    ) -> [String] {
        let path = paths.literal(root.path)
        return SwiftLayout.call(
            "\(indent)mappings.addRoot", [path, "using: \(SwiftLiteral.text(root.mapping))"])
    }

    /// Returns the statements for settings that differ from the defaults.
    private func settings(_ set: MappingSet) throws(SwiftPackageError) -> [String] {
        try SwiftValues.statements(
            MappingSet.declaredSettings, of: set, unlike: MappingSet(), named: "mappings")
    }
}

/// Explains doubtful decisions in comments.
struct DecisionComments {
    private let decisions: [String: [InferenceDecision]]

    /// The minimum confidence of a decision without a comment.
    private static let certainty = 0.8

    init(_ decisions: [InferenceDecision]) {
        let doubtful = decisions.filter { $0.isApplied && $0.confidence < Self.certainty }
        self.decisions = Dictionary(grouping: doubtful, by: \.subject)
    }

    /// Returns the wrapped comment lines about an entity or a property.
    func lines(about subject: String, indent: String = "    ") -> [String] {
        (decisions[subject] ?? []).flatMap { decision in
            let evidence = Wording.evidence(decision.evidence)
            let text =
                "\(Wording.confidence(decision.confidence)): \(decision.outcome)"
                + (evidence.isEmpty ? "" : ", \(evidence)")
                + (decision.override.isEmpty ? "." : "; undo it: \(decision.override)")
            return TerminalText.wrapped(text.escapingControls, to: 90 - indent.count)
                .map { "\(indent)// \($0)" }
        }
    }
}
