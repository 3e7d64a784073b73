/// The third stage: builds entities with identities, attributes and relationships.
struct EntityDrafting {
    let tree: SchemaTree
    let records: [Record]
    let traits: [RecordTraits]
    let options: InferenceOptions
    let earlier: BaseEntities?
    var drafts: [EntityDraft] = []
    /// The entity of each record type.
    private(set) var entityOfRecord: [Int] = []
    var log = DecisionLog()
    let recognizing: [Int: Set<String>]

    init(merging: EntityMerging, clusters: [[Int]]) {
        tree = merging.tree
        records = merging.records
        traits = merging.traits
        options = merging.options
        earlier = merging.earlier
        recognizing = merging.recognizing
        let clusters = clusters.flatMap { separated($0) }
        drafts = clusters.map { EntityDraft(records: $0) }
        entityOfRecord = Array(repeating: 0, count: records.count)
        for (index, members) in clusters.enumerated() {
            for member in members { entityOfRecord[member] = index }
        }
        let naming = EntityNaming(
            tree: tree, records: records, traits: traits, options: options,
            earlier: earlier)
        for (index, name) in naming.names(of: clusters).enumerated() { drafts[index].name = name }
    }

    /// Builds the entities.
    mutating func draft() {
        for index in drafts.indices {
            drafts[index].aliases = aliases(of: drafts[index])
            chooseIdentity(of: index)
        }
        for index in drafts.indices { addAttributes(to: index) }
        addFamilies()
        addRelationships()
    }

    private func aliases(of draft: EntityDraft) -> Set<String> {
        Set(
            [draft.name]
                + draft.records.flatMap { record in
                    records[record].share == .linked || records[record].share == .all
                        ? Array(traits[record].nouns.prefix(1)) : []
                })
    }
}
