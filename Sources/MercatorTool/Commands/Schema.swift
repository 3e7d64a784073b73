import MappingGeneration
import Mercator
import ModelGeneration

/// `mercator schema`: prints the schema and contents of a store.
struct Schema: NamedCommand {
    static let syntax = CommandSyntax(
        name: "schema",
        summary: "Shows the entities, connections and open keys of a store.",
        operands: [StoreAddresses.operand],
        options: [
            .init(name: "--mermaid", help: "Print a class diagram in the language of Mermaid."),
            .init(name: "--sql", help: "Print the statements that create its tables and views."),
            .init(name: "--swift", help: "Print schema structs in Swift."),
            .init(name: "--json", help: "Print one JSON object."),
        ])

    let arguments: Arguments

    func run(_ console: Console) throws {
        let form = try arguments.form(of: ["--mermaid", "--sql", "--swift", "--json"])
        let store = try OpenStore(arguments.storeAddress())
        if !store.description.isComplete {
            console.note(
                "the store was last written by an earlier version, and lacks default values, rules "
                    + "and most inverse relationships")
        }
        switch form {
        case "--mermaid": console.say("\(ModelDiagram(store.model))")
        case "--swift": console.say("\(SwiftSource(store.model, enumerations: try enumerations))")
        case "--sql":
            for statement in try store.address.creationStatements() {
                console.say("\(Self.shown(statement));\n")
            }
        case "--json": console.say(try StoreSchemaJSON(store).text)
        default: try say(store, console)
        }
    }

    /// The enumerations of the mapping that the store keeps, if an import has made it.
    private var enumerations: [String: SwiftEnumeration] {
        get throws {
            let mapping = try StoredMapping(inImported: arguments.storeAddress())
            return mapping.map { SwiftEnumeration.all(of: $0.file) } ?? [:]
        }
    }

    private static func shown(_ statement: String) -> String {
        statement.split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0).escapingControls }.joined(separator: "\n")
    }

    private func say(_ store: OpenStore, _ console: Console) throws {
        let counts = try EntityCounts(store)
        let connections = try OpenKeys.all(of: store)
        let total = [
            TextLines.count(store.model.entities.count, "entity"),
            TextLines.count(counts.total, "object"),
            TextLines.count(connections.count, "connection"),
        ]
        console.say("\(total.joined(separator: ", "))\n")
        console.say(counts.table)
        for entity in store.model.entities {
            let text = EntityText(entity: entity).text(
                notes: [TextLines.count(counts[entity.name], "object")], width: console.width
            ) { name in details(of: name, in: entity, connections) }
            console.say("\n\(text)")
        }
        let unfit = connections.filter { $0.problem != nil }
        if !unfit.isEmpty {
            console.say("\nConnections that are not evaluated, because they do not match the model")
            for connection in unfit { console.say("  \(connection.problem ?? "")") }
        }
        let open = connections.filter { $0.count ?? 0 > 0 }
        guard !open.isEmpty else { return }
        console.say("\nOpen keys, which wait for objects that are not here yet")
        console.say(
            TextTable(
                rows: open.map {
                    [
                        "\($0.connection.entity).\($0.connection.relationship)", $0.keys,
                        "\($0.count ?? 0)",
                    ]
                }))
    }

    private func details(
        of property: String, in entity: EntityDescription, _ connections: [OpenKeys]
    ) -> [String] {
        connections.filter {
            $0.connection.entity == entity.name && $0.connection.relationship == property
        }.map { "connected \($0.keys)" }
    }
}
