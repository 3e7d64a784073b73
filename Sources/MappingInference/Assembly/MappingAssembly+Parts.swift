import EntityMapper
import ObjectGraph
import Payload

/// The parts of a mapping beside entities and paths.
extension MappingAssembly {
    /// The places of each entity.
    var places: [String: [String]] {
        var places: [String: [String]] = [:]
        for draft in drafts {
            let texts = Set(draft.records.map { tree.text(of: records[$0].place) })
            if !texts.isEmpty { places[draft.name] = texts.sorted() }
        }
        return places
    }

    /// The texts of the attributes that are enumerations (T9).
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

    /// The attribute for the members of records that are mapped nowhere else (V4).
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

    /// The mapping of the members of records that are mapped nowhere else.
    func restMapping(of draft: EntityDraft) -> [AttributeMapping] {
        restName(of: draft).map {
            [AttributeMapping(from: PayloadPath([.context(.rest)]), to: $0)]
        } ?? []
    }

    /// Tests whether values in place of objects identify these.
    func takesIdentifiers(_ layout: Layout, _ draft: EntityDraft) -> Bool {
        guard case .members(let paths) = draft.identity else { return false }
        return records.indices.contains { index in
            records[index].takesIdentifiers && layoutName(of: index) == layout.name
                && records[index].identity.best?.paths.map(records[index].name) == paths
        }
    }
}
