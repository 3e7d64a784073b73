import EntityMapper
import MercatorPayload
import ObjectGraph

extension RecordEntry {
    /// The entry of the attribute in the short form; it is declared here unless it is inherited.
    static func restEntry(_ name: String, isDeclared: Bool) -> AttributeEntry {
        var entry = AttributeEntry(name)
        entry.source = PayloadPath([.context(.rest)])
        if isDeclared {
            entry.type = .dictionary
            entry.description.type = .dictionary
        }
        return entry
    }

    /// Replaces an attribute for the remaining members by the short form, if it has no settings.
    ///
    /// - Parameter inherited: The inherited attributes of the entity; `nil` for a further mapping,
    ///   which declares none.
    mutating func shortenRest(inheriting inherited: Set<String>?) {
        let found = attributes.firstIndex { attribute in
            let name = attribute.description.name
            let isDeclared = inherited.map { !$0.contains(name) } ?? false
            return attribute == Self.restEntry(name, isDeclared: isDeclared)
        }
        guard let found, attributes.count(where: { $0.source?.isRest == true }) == 1 else {
            return
        }
        rest = attributes.remove(at: found).description.name
    }

    /// Replaces the short form by the attribute; reports a duplicate name.
    mutating func expandRest(isDeclared: Bool, _ reader: inout FileReader) {
        guard let name = rest else { return }
        guard !attributes.contains(where: { $0.description.name == name }) else {
            reader.report(
                .duplicate, about: "\(self.name).\(name)",
                "'\(name)' is another attribute; name the one for the rest, as in "
                    + "\"rest\": \"others\"")
            return
        }
        attributes.append(Self.restEntry(name, isDeclared: isDeclared))
    }
}
