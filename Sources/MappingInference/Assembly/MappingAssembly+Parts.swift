import EntityMapper
import ObjectGraph
import Payload

/// The parts of a mapping file other than entities and mappings.
extension MappingAssembly {
    /// The paths of each entity.
    var places: [String: [String]] {
        var places: [String: [String]] = [:]
        for draft in drafts {
            let texts = Set(draft.records.map { tree.text(of: records[$0].place) })
            if !texts.isEmpty { places[draft.name] = texts.sorted() }
        }
        return places
    }

    /// The cases of the attributes that are enumerations (T9).
    var enumerations: [String: [String]] {
        guard options.wantsEnumerations else { return [:] }
        var enumerations: [String: [String]] = [:]
        for draft in drafts {
            for attribute in draft.attributes where attribute.type == .string {
                guard let cases = attribute.decision?.cases, !cases.isEmpty else { continue }
                enumerations["\(draft.name).\(attribute.name)"] = cases
            }
        }
        return enumerations
    }

    /// Returns the attribute for members that are not mapped elsewhere (V4).
    func restName(of draft: EntityDraft) -> String? {
        guard options.wantsRest, draft.records.contains(where: { records[$0].form != .lookup })
        else { return nil }
        let inverses = drafts.flatMap { other in
            other.relationships.filter { drafts[$0.destination].name == draft.name }
                .map(\.inverse)
        }
        let family = draft.family.map { drafts[$0].attributes.map(\.name) } ?? []
        var names = NameTable(
            taken: draft.attributes.map(\.name) + draft.relationships.map(\.name) + inverses
                + family)
        return names.claim(key: "rest", proposals: ["rest"])
    }

    /// Returns the mapping of the remaining members.
    func restMapping(of draft: EntityDraft) -> [AttributeMapping] {
        restName(of: draft).map {
            [AttributeMapping(from: PayloadPath([.context(.rest)]), to: $0)]
        } ?? []
    }

    /// Tests whether scalars in place of objects are their identifiers.
    func takesIdentifiers(_ layout: Layout, _ draft: EntityDraft) -> Bool {
        guard case .members(let paths) = draft.identity else { return false }
        return records.indices.contains { index in
            records[index].takesIdentifiers && layoutName(of: index) == layout.name
                && records[index].identity.best?.paths.map(records[index].name) == paths
        }
    }
}
