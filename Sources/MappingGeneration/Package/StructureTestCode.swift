import EntityMapper
import MappingFiles
import ModelGeneration
import ObjectGraph

/// Generates the test of a package: entities, identities and root paths.
struct StructureTestCode {
    private let file: MappingFile
    private let name: String

    init(_ file: MappingFile, _ name: String) {
        self.file = file.resolved
        self.name = name
    }

    var text: String {
        let lines =
            [
                "import Mercator", "import Testing", "", "@testable import \(name)", "",
                "@Test func `the mappings fit the model`() throws {",
                "    let model = try makeModel()",
            ] + entities + identities
        let tests = file.groups.isEmpty ? lines + plan : lines + groupedPlan
        return (tests + ["}", ""]).joined(separator: "\n")
    }

    private var entities: [String] {
        let names = file.entities.map { SwiftLiteral.text($0.name) }
        return SwiftLayout.list("    let entities: [String] = ", names)
            + ["    #expect(model.entities.map(\\.name) == entities)"]
    }

    /// The declaration of the identities of each mapping.
    private var identities: [String] {
        Self.table(
            "identities",
            file.mappings.mappings.map { ($0.name, $0.identificationAttributes ?? []) }
        )
    }

    private var plan: [String] {
        SwiftLayout.list(
            "    let roots: [String] = ", file.mappings.roots.map { SwiftLiteral.text($0.mapping) })
            + ["    let plan = try MappingPlan(makeMappings(), for: model)"]
            + Self.expectations(indent: "    ")
            + ["    #expect(plan.mappings.roots.map(\\.mapping) == roots)"]
    }

    /// The statements that compile a plan for each file group.
    private var groupedPlan: [String] {
        let roots = file.groups.map { group in
            (group.name, file.mappings(forSource: group.name).roots.map(\.mapping))
        }
        return Self.table("roots", roots)
            + [
                "    for kind in kinds {",
                "        let plan = try MappingPlan(makeMappings(for: kind), for: model)",
            ] + Self.expectations(indent: "        ")
            + [
                "        #expect(plan.mappings.roots.map(\\.mapping) == roots[kind])", "    }",
            ]
    }

    /// Returns the declaration of a dictionary of names.
    private static func table(_ name: String, _ rows: [(key: String, names: [String])]) -> [String]
    {
        let head = "    let \(name): [String: [String]] = "
        let rows = rows.map { (SwiftLiteral.text($0.key), $0.names.map(SwiftLiteral.text)) }
        let pairs = rows.map { "\($0): [\($1.joined(separator: ", "))]" }
        let plain = SwiftLayout.list(head, pairs.isEmpty ? [":"] : pairs)
        guard plain.count > 1 else { return plain }
        let comma = rows.count > 1 ? "," : ""
        return ["\(head)["]
            + rows.flatMap { SwiftLayout.list("        \($0): ", $1, comma) } + ["    ]"]
    }

    private static func expectations(indent: String) -> [String] {
        [
            "\(indent)for mapping in plan.mappings.mappings {",
            "\(indent)    let identity = mapping.identificationAttributes ?? []",
            "\(indent)    #expect(identity == identities[mapping.name])", "\(indent)}",
        ]
    }
}
