/// A parsed key of a form: `a[b][]` denotes an element of member `b` of member `a`.
struct FormKey {
    /// A step of the key.
    enum Component: Hashable {
        case member([UInt8])
        case element
    }

    let components: [Component]

    /// Parses a decoded key.
    ///
    /// The result is `nil` if its brackets are unbalanced or followed by other text.
    init?(_ text: [UInt8]) {
        let (opening, closing) = (UInt8(ascii: "["), UInt8(ascii: "]"))
        var rest = text[...]
        let name = rest.prefix { $0 != opening }
        var components = [Component.member(Array(name))]
        rest = rest[name.endIndex...]
        while let first = rest.first {
            guard first == opening, let end = rest.firstIndex(of: closing) else { return nil }
            let inner = rest[(rest.startIndex + 1)..<end]
            guard !inner.contains(opening) else { return nil }
            components.append(inner.isEmpty ? .element : .member(Array(inner)))
            rest = rest[(end + 1)...]
        }
        self.components = components
    }
}
