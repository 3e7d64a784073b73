package import MercatorPayload
import ObjectGraph

extension MappingError {
    /// Creates the error for a payload that contains none of the root paths.
    package init(unmapped document: PayloadDocument, at paths: [PayloadPath]) {
        let wanted = paths.map { "'\($0)'" }.joined(separator: ", ")
        let names = document.root.members.map(\.key)
        let advice =
            document.root.kind == .array
            ? "; the root path of a list at the top is .root"
            : paths.first?.components.first?.key.map {
                names.contains($0) ? "" : Suggestion.text(for: $0, among: names)
            }
        let shown = names.prefix(10).map { "'\($0)'" } + (names.count > 10 ? ["…"] : [])
        let found =
            switch (names.isEmpty, document.root.kind) {
            case (false, _): "only " + shown.joined(separator: ", ")
            case (true, .object): "an empty object"
            default: document.tape.word(at: 0)
            }
        self.init(
            .unmappedPayload,
            (paths.count == 1 ? "expected the root path " : "expected one of the root paths ")
                + "\(wanted), found \(found)\(advice ?? "")")
    }

    /// Creates the error for a payload with only representations that a dynamic mapping declined.
    package init(declined count: Int) {
        self.init(
            .unmappedPayload,
            "everything at the root paths was declined (\(count) "
                + (count == 1 ? "representation" : "representations") + "); nothing was mapped")
    }
}
