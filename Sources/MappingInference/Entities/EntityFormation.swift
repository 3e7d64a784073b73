/// The third stage: builds entities with identities, attributes and relationships.
struct EntityFormation {
    let tree: SchemaTree
    let records: [RecordType]
    let traits: [RecordTraits]
    let options: InferenceOptions
    let earlier: BaseEntities?
    var entities: [EntityCandidate] = []
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
        entities = clusters.map { EntityCandidate(records: $0) }
        entityOfRecord = Array(repeating: 0, count: records.count)
        for (index, members) in clusters.enumerated() {
            for member in members { entityOfRecord[member] = index }
        }
        let naming = EntityNaming(
            tree: tree, records: records, traits: traits, options: options,
            earlier: earlier)
        for (index, name) in naming.names(of: clusters).enumerated() { entities[index].name = name }
    }

    /// Builds the entities.
    mutating func form() {
        for index in entities.indices {
            entities[index].aliases = aliases(of: entities[index])
            chooseIdentity(of: index)
        }
        for index in entities.indices { addAttributes(to: index) }
        addFamilies()
        addRelationships()
    }

    private func aliases(of entity: EntityCandidate) -> Set<String> {
        Set(
            [entity.name]
                + entity.records.flatMap { record in
                    records[record].share == .linked || records[record].share == .all
                        ? Array(traits[record].nouns.prefix(1)) : []
                })
    }
}
