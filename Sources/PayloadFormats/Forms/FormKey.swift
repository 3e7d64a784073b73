/// A key of a form, taken apart: `a[b][]` is an element in the member `b` of the member `a`.
struct FormKey {
    /// One step into the document.
    enum Component: Hashable {
        case member([UInt8])
        case element
    }

    let components: [Component]

    /// Takes a decoded key apart, or answers `nil` where brackets do not pair at its end.
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
