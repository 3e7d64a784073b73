import Mercator

/// The payloads of an import in parts, as a store keeps them with the mapping that was found for
/// all of them: later parts take that mapping, and need not examine the payloads again.
struct DividedInput {
    /// The ``PayloadDivision/identity(_:)`` of the payloads.
    let identity: String
    /// Indicates whether the store had nothing before, so that the mapping has every connection.
    let isFirst: Bool
    /// The kinds of the payloads by name.
    let kinds: [String: String]
}

extension DividedInput {
    /// Parses the text in a store; `nil` if a different version has written it.
    init?(text: String) {
        guard let root = try? PayloadDocument(parsing: text).root,
            let identity = root["identity"]?.string, let isFirst = root["isFirst"]?.bool
        else { return nil }
        let kinds = root["kinds"].map { Array($0.members) } ?? []
        self.init(
            identity: identity, isFirst: isFirst,
            kinds: Dictionary(
                kinds.map { ($0.key, $0.value.string ?? "") },
                uniquingKeysWith: { first, _ in first }))
    }

    /// The text that a store keeps.
    var text: String {
        JSONLine.text(
            .dictionary([
                "identity": .string(identity), "isFirst": .boolean(isFirst),
                "kinds": .dictionary(kinds.mapValues { .string($0) }),
            ]))
    }
}
