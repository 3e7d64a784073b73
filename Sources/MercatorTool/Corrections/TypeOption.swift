import MappingFiles
import Mercator

/// The value of `--type`: `date`, `date:secondsSince1970`.
struct TypeOption {
    private let text: String

    init(_ text: String) { self.text = text }

    /// Returns the type with its transform.
    ///
    /// - Throws: ``CommandError`` with status 64, and the nearest name.
    func parsed() throws -> (AttributeType, ValueTransform?) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        let name = parts.first ?? ""
        guard let type = AttributeType(rawValue: name) else {
            let advice = Suggestion.text(for: name, among: AttributeType.allCases.map(\.rawValue))
            throw CommandError("unknown type '\(name)'\(advice)", status: .usage)
        }
        guard parts.count > 1 else { return (type, nil) }
        do {
            return (type, try ValueTransform(notation: parts[1]))
        } catch {
            let problems = error.problems.map(\.message).joined(separator: "; ")
            throw CommandError("--type: \(problems)", status: .usage)
        }
    }
}
