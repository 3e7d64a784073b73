import MappingInference
import ModelGeneration
import ObjectGraph

/// Formats parts of an inference consistently in all texts.
enum Wording {
    /// Returns a confidence with two digits: `0.45`.
    static func confidence(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }

    /// Returns a size: `187 kB`, `1.4 MB`.
    static func size(_ bytes: Int) -> String {
        let units = ["bytes", "kB", "MB", "GB", "TB"]
        var (unit, tenths) = (0, bytes * 10)
        while tenths >= 9995, unit < units.count - 1 {
            tenths = (tenths + 500) / 1000
            unit += 1
        }
        let number =
            unit == 0 || tenths >= 100 ? "\((tenths + 5) / 10)" : "\(tenths / 10).\(tenths % 10)"
        return number + " " + units[unit]
    }

    /// Returns a number with its noun: `1 110 records`.
    static func count(_ number: Int, _ noun: String) -> String {
        let text = TextLines.count(number, noun)
        guard number >= 1000 else { return text }
        return number.grouped() + text.drop { $0.isNumber }
    }

    /// Returns the evidence in words: `10 of 10 values found, 3 distinct`.
    static func evidence(_ evidence: [InferenceDecision.Evidence]) -> String {
        evidence.map { item in
            guard let count = item.count else { return item.fact }
            let total = item.total.map { " of \($0.grouped())" } ?? ""
            return "\(count.grouped())\(total) \(item.fact)"
        }.joined(separator: ", ")
    }

    /// Returns a path for display: `statuses[].user`, `the top`.
    static func path(_ text: String) -> String {
        text.isEmpty || text == "self" ? "the top" : text
    }

    /// Returns a source for display: `id`, `the name of the source`.
    static func source(_ text: String) -> String {
        switch text {
        case "@key": "the key"
        case "@metadata.source": "the name of the source"
        case "@metadata.position": "the position"
        default: text
        }
    }

    static func reason(_ reason: Leftover.Reason) -> String {
        switch reason {
        case .besideRecords: "beside the records"
        case .unknownType: "of unknown type"
        case .twin: "a second spelling of an identity"
        case .position: "a position, which is the order of the relationship"
        case .otherKind: "of another kind than the attribute"
        case .limit: "beyond a limit"
        case .ignored: "left out on request"
        }
    }
}

extension InferredMapping {
    /// The applied connections.
    var appliedConnections: [ConnectionSummary] {
        entities.flatMap { $0.connections.filter(\.isApplied) }
    }
}

extension [EntitySummary] {
    /// The number of records that become objects; links share the records of their objects.
    var recordCount: Int { filter { !$0.isLink }.reduce(0) { $0 + $1.records } }
}

extension EntitySummary {
    /// Indicates whether the entity is a link, which shares its records with a second entity.
    var isLink: Bool { relationships.contains { $0.source?.isEmpty == true } }

    /// The sources of the identification attributes, or the attributes themselves.
    var identificationSources: [String] {
        identification.map { name in
            attributes.first { $0.name == name }.map { Wording.source($0.source) } ?? name
        }
    }
}
