import ObjectGraph
import ObjectGraphSQL

/// A reader of a file with postponed indexes, which requests the indexes for its queries.
///
/// If no load is running, the load that postponed them was killed, and the first query waits until
/// its index is created. While a load is running, queries are executed without the index, and the
/// next commit of the load creates it; a load that needs an index itself therefore misses it once.
/// A query in a view of the file that has already begun is also executed without it, because that
/// view would not contain the index.
///
/// An index that cannot be created at the moment, because of another writer or a read-only file, is
/// not required: the results are the same without it.
final class ReindexingReader: StoreReader {
    private let backend: SQLiteBackend
    private let reader: SQLiteReader
    private var hasBegun = false

    init(_ backend: SQLiteBackend, _ reader: SQLiteReader) {
        self.backend = backend
        self.reader = reader
    }

    func rows(matching request: RowRequest) throws(StoreError) -> [StoredRow] {
        ask(try indexes(for: request))
        return try reader.rows(matching: request)
    }

    func count(matching request: RowRequest) throws(StoreError) -> Int {
        ask(try indexes(for: request))
        return try reader.count(matching: request)
    }

    func values(
        of request: ValueRequest, isWhole: Bool
    ) throws(StoreError) -> any ValueCursor {
        let values = try ResolvedValues(request, backend.schema.model)
        ask(indexes(in: try QueryCompiler.values(request, values, backend.schema).sql))
        return try reader.values(of: request, isWhole: isWhole)
    }

    func scores(of request: ScoreRequest) throws(StoreError) -> [SearchScore]? {
        hasBegun = true
        return try reader.scores(of: request)
    }

    func rows(root: Int, numbers: [Int64]) throws(StoreError) -> [StoredRow] {
        hasBegun = true
        return try reader.rows(root: root, numbers: numbers)
    }

    func rows(
        entity: Int, slots: [Int], keys: LookupKeys
    ) throws(StoreError) -> [StoredRow] {
        hasBegun = true
        return try reader.rows(entity: entity, slots: slots, keys: keys)
    }

    func rows(
        referringThrough relationship: Int, to destinations: [Int64]
    ) throws(StoreError) -> [StoredRow] {
        let (table, column) = try backend.schema.reference(relationship)
        ask(backend.schema.referringIndex(of: column, in: table).map { [$0.name] } ?? [])
        return try reader.rows(referringThrough: relationship, to: destinations)
    }

    func links(
        of relationship: Int, from sources: [Int64]
    ) throws(StoreError) -> [StoredLink] {
        hasBegun = true
        return try reader.links(of: relationship, from: sources)
    }

    func links(
        of relationship: Int, to destinations: [Int64]
    ) throws(StoreError) -> [StoredLink] {
        let links = try backend.schema.links(relationship)
        ask([backend.schema.referringIndex(of: links).name])
        return try reader.links(of: relationship, to: destinations)
    }

    func connections() throws(StoreError) -> [ConnectionDescription] {
        hasBegun = true
        return try reader.connections()
    }

    func registeredConnections() throws(StoreError) -> RegisteredConnections {
        hasBegun = true
        return try reader.registeredConnections()
    }

    var version: StoreVersion? { reader.version }

    func metadata(_ key: MetadataKey) throws(StoreError) -> String? {
        hasBegun = true
        return try reader.metadata(key)
    }

    func metadata(
        behind prefix: String, withTexts: Bool
    ) throws(StoreError) -> [MetadataEntry] {
        hasBegun = true
        return try reader.metadata(behind: prefix, withTexts: withTexts)
    }

    func lastMetadata(behind prefix: String) throws(StoreError) -> MetadataEntry? {
        hasBegun = true
        return try reader.lastMetadata(behind: prefix)
    }

    private func ask(_ names: Set<String>) {
        backend.want(names, canWait: !hasBegun)
        hasBegun = true
    }

    /// Returns the indexes that a query could use: the indexes of its references and links.
    private func indexes(for request: RowRequest) throws(StoreError) -> Set<String> {
        indexes(in: try QueryCompiler.numbers(request, backend.schema).sql)
    }

    private func indexes(in sql: String) -> Set<String> {
        let indexes = backend.schema.referringIndexes.filter { index in
            sql.contains(index.table.quotedName) && sql.contains(index.column)
        }
        return Set(indexes.map(\.name))
    }
}
