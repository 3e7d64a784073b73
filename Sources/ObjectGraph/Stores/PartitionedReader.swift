/// A reader of one state of each of several stores.
final class PartitionedReader: StoreReader {
    private let partition: StorePartition
    private let backends: [any StoreBackend]
    private var readers: [(any StoreReader)?]

    init(_ partition: StorePartition, _ backends: [any StoreBackend]) {
        self.partition = partition
        self.backends = backends
        readers = Array(repeating: nil, count: backends.count)
    }

    func close() {
        for reader in readers { reader?.close() }
    }

    /// The reader of a store, if it is open.
    func openReader(of part: Int) -> (any StoreReader)? { readers[part] }

    func rows(matching request: RowRequest) throws(StoreError) -> [StoredRow] {
        let location = partition.entities[request.entity]
        return whole(try reader(location).rows(matching: part(of: request)), location)
    }

    func parts(
        _ slots: [Int], ofRowsMatching request: RowRequest
    ) throws(StoreError) -> [StoredRow] {
        let location = partition.entities[request.entity]
        return whole(
            try reader(location).parts(slots, ofRowsMatching: part(of: request)), location)
    }

    func count(matching request: RowRequest) throws(StoreError) -> Int {
        try reader(partition.entities[request.entity]).count(matching: part(of: request))
    }

    func values(
        of request: ValueRequest, isWhole: Bool
    ) throws(StoreError) -> any ValueCursor {
        var own = request
        own.rows = part(of: request.rows)
        return try reader(partition.entities[request.rows.entity]).values(
            of: own, isWhole: isWhole)
    }

    /// Returns a request with the entity index of the store that keeps its entity.
    private func part(of request: RowRequest) -> RowRequest {
        var request = request
        request.entity = partition.entities[request.entity].index
        return request
    }

    func rows(root: Int, numbers: [Int64]) throws(StoreError) -> [StoredRow] {
        let location = partition.entities[root]
        return whole(try reader(location).rows(root: location.index, numbers: numbers), location)
    }

    func rows(entity: Int, slots: [Int], keys: LookupKeys) throws(StoreError) -> [StoredRow] {
        let location = partition.entities[entity]
        return whole(
            try reader(location).rows(entity: location.index, slots: slots, keys: keys), location)
    }

    func rows(
        referringThrough relationship: Int, to destinations: [Int64]
    ) throws(StoreError) -> [StoredRow] {
        let location = partition.relationships[relationship]
        return whole(
            try reader(location).rows(referringThrough: location.index, to: destinations), location)
    }

    func links(of relationship: Int, from sources: [Int64]) throws(StoreError) -> [StoredLink] {
        let location = partition.relationships[relationship]
        return try reader(location).links(of: location.index, from: sources)
    }

    func links(
        of relationship: Int, to destinations: [Int64]
    ) throws(StoreError) -> [StoredLink] {
        let location = partition.relationships[relationship]
        return try reader(location).links(of: location.index, to: destinations)
    }

    func connections() throws(StoreError) -> [ConnectionDescription] {
        try registeredConnections().descriptions
    }

    func registeredConnections() throws(StoreError) -> RegisteredConnections {
        var all = RegisteredConnections(descriptions: [])
        for part in backends.indices {
            let found = try reader(StorePartition.Location(part: part, index: 0))
                .registeredConnections()
            all.descriptions += found.descriptions
            all.marks.merge(found.marks) { first, _ in first }
            if found.hasSubstitutes { all.hasSubstitutes = true }
            if found.hasPendingEdits { all.hasPendingEdits = true }
        }
        return all
    }

    var version: StoreVersion? { StoreVersion(readers.map { $0?.version?.numbers[0] }) }

    func metadata(_ key: MetadataKey) throws(StoreError) -> String? {
        let location = partition.entities[key.entity]
        return try reader(location).metadata(MetadataKey(key.name, beside: location.index))
    }

    func metadata(
        behind prefix: String, withTexts: Bool
    ) throws(StoreError) -> [MetadataEntry] {
        var all: [MetadataEntry] = []
        for (part, entities) in partition.wholeEntities.enumerated() {
            guard let entity = entities.first else { continue }
            let found = try reader(StorePartition.Location(part: part, index: 0))
                .metadata(behind: prefix, withTexts: withTexts)
            all += found.map {
                MetadataEntry(MetadataKey($0.key.name, beside: entity), $0.text)
            }
        }
        return all.sorted { $0.key.name.utf8.lexicographicallyPrecedes($1.key.name.utf8) }
    }

    func lastMetadata(behind prefix: String) throws(StoreError) -> MetadataEntry? {
        var last: MetadataEntry?
        for (part, entities) in partition.wholeEntities.enumerated() {
            guard let entity = entities.first,
                let found = try reader(StorePartition.Location(part: part, index: 0))
                    .lastMetadata(behind: prefix),
                last.map({
                    $0.key.name.utf8.lexicographicallyPrecedes(found.key.name.utf8)
                }) ?? true
            else { continue }
            last = MetadataEntry(MetadataKey(found.key.name, beside: entity), found.text)
        }
        return last
    }

    private func reader(_ location: StorePartition.Location) throws(StoreError) -> any StoreReader {
        if let reader = readers[location.part] { return reader }
        let reader = try backends[location.part].makeReader()
        readers[location.part] = reader
        return reader
    }

    /// Returns the rows with the entity indices of the whole model.
    private func whole(_ rows: [StoredRow], _ location: StorePartition.Location) -> [StoredRow] {
        let entities = partition.wholeEntities[location.part]
        return rows.map { row in
            var row = row
            row.entity = entities[row.entity]
            return row
        }
    }
}
