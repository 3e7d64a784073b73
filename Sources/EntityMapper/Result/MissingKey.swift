import ObjectGraph
package import Payload

/// The words for a mapped path that a representation does not have.
///
/// ```text
/// no 'full_name' (did you mean 'name'?)
/// ```
package struct MissingKey {
    /// How many keys of a representation are looked at.
    package static let keyLimit = 200

    let path: PayloadPath
    /// The keys that are there where the path ends, and the way to them.
    private var keys: [String] = []
    private var prefix: [PayloadPathComponent] = []
    private var wanted = ""
    private var endsAtNull = false

    /// Follows a path through a representation as far as it leads.
    package init(_ path: PayloadPath, in representation: PayloadValue) {
        self.path = path
        guard path.isPlain else { return }
        var value = representation
        for component in path.components {
            guard value.kind == .object, let next = value[component.name] else {
                endsAtNull = value.kind == .null
                keys = value.members.prefix(Self.keyLimit).map(\.key)
                wanted = component.name
                return
            }
            prefix.append(component)
            value = next
        }
    }

    /// What is known of a representation is its keys.
    package init(_ path: PayloadPath, among keys: [String]) {
        self.path = path
        guard let first = path.components.first, path.isPlain else { return }
        self.keys = keys
        wanted = first.name
    }

    /// The path, and the path with the nearest key that is there.
    package var description: String {
        "no '\("\(path)".shortened())'" + advice
    }

    /// The nearest key that is there, in parentheses behind a space; empty if none is near.
    package var advice: String {
        if endsAtNull { return " ('\(PayloadPath(prefix))' is null)" }
        let near =
            Suggestion.nearest(to: wanted, among: keys)
            ?? Suggestion.sharingWords(with: wanted, among: keys)
        guard let near else { return "" }
        return " (did you mean '\(PayloadPath(prefix + [.key(near)]))'?)"
    }
}

extension MappingSession {
    /// The absence of a mapped path of a record in words.
    ///
    /// - Complexity: O(keys of the representation), and O(1) once enough issues are kept.
    func absence(of target: Int?, record: Int) -> String {
        guard let target else { return "none; nothing is mapped to it" }
        let path = plan(of: records[record]).paths[target]
        guard !path.components.isEmpty, !records[record].isIdentifier else { return "none" }
        guard !issues.isFull || isObserved || options.failurePolicy == .fail else {
            return "no '\(path)'"
        }
        let representation = PayloadValue(document, at: Int(records[record].place))
        return MissingKey(path, in: representation).description
    }
}
