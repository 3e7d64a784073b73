import Mercator

/// The counts of a result as a JSON object, with one member per entity in alphabetical order.
struct CountsJSON: CustomStringConvertible {
    let counts: [String: MappingCounts]

    // Names of entities and columns contain no characters to escape.
    var description: String {
        let lines = counts.sorted { $0.key < $1.key }.map { name, counts in
            let members = CountColumn.allCases.map { "\"\($0.rawValue)\": \($0.value(in: counts))" }
            return "  \"\(name)\": {" + members.joined(separator: ", ") + "}"
        }
        return "{\n" + lines.joined(separator: ",\n") + "\n}"
    }
}
