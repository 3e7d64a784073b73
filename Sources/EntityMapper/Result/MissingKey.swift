package import MercatorPayload
import ObjectGraph

/// The description of a mapped path that is absent from a representation.
///
/// ```text
/// no 'full_name' (did you mean 'name'?)
/// ```
package struct MissingKey {
    /// The maximum number of keys of a representation that are compared.
    package static let keyLimit = 200

    let path: PayloadPath
    /// The keys of the object where the path ends, and the path to this object.
    private var keys: [String] = []
    private var prefix: [PayloadPathComponent] = []
    private var wanted = ""
    private var endsAtNull = false

    /// Follows a path through a representation as far as possible.
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

    /// Creates a description from the top-level keys of a representation.
    package init(_ path: PayloadPath, among keys: [String]) {
        self.path = path
        guard let first = path.components.first, path.isPlain else { return }
        self.keys = keys
        wanted = first.name
    }

    /// The path, and the most similar existing path if there is one.
    package var description: String {
        "no '\("\(path)".shortened())'" + advice
    }

    /// The most similar existing path in parentheses, after a space; empty if there is none.
    package var advice: String {
        if endsAtNull { return " ('\(PayloadPath(prefix))' is null)" }
        let near = nearest ?? Suggestion.sharingWords(with: wanted, among: keys).map(path)
        return near.map { " (did you mean '\($0)'?)" } ?? ""
    }

    /// The existing path with nearly the same letters.
    var nearest: PayloadPath? {
        endsAtNull ? nil : Suggestion.nearest(to: wanted, among: keys).map(path)
    }

    private func path(_ key: String) -> PayloadPath { PayloadPath(prefix + [.key(key)]) }
}
