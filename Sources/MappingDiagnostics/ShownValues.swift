import EntityMapper
import ObjectGraph

/// The values of identities and foreign keys as an explanation shows them.
struct ShownValues {
    /// Returns the value to show, which may be a text about the actual value.
    let replacement: (_ name: String, _ value: Value) -> Value

    /// Returns a part of an identity or a key: `articleID: 7`.
    func text(_ name: String, _ value: Value) -> String { "\(name): \(replacement(name, value))" }

    /// Returns an issue, without an identity that is not shown.
    func text(_ issue: MappingIssue) -> String { text("\(issue)", about: issue) }

    /// Returns a text that contains an issue, without an identity that is not shown.
    func text(_ text: String, about issue: MappingIssue?) -> String {
        guard let identity = issue?.identity, identity.split(separator: ",").contains(where: hides)
        else { return text }
        return text.replacing(" (\(identity))", with: "", maxReplacements: 1)
    }

    /// Tests a part of an identity: `email: …`.
    private func hides(_ part: Substring) -> Bool {
        let name = part.prefix { $0 != ":" }.drop { $0 == " " }
        let sample = Value.string("a")
        return replacement(String(name), sample) != sample
    }
}
