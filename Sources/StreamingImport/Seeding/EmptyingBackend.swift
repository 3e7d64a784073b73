import ObjectGraph

/// A store backend that appears empty and whose commits empty the store first.
final class EmptyingBackend: StoreBackend {
    private let store: any StoreBackend
    private let model: ManagedObjectModel
    var commits: CommitHooks { store.commits }

    init(_ store: any StoreBackend, _ model: ManagedObjectModel) {
        self.store = store
        self.model = model
    }

    func foreignVersion() throws(StoreError) -> Int64? {
        try store.foreignVersion()
    }

    func makeReader() -> any StoreReader { EmptyReader(model) }

    func reserveNumbers(_ count: Int, root: Int) throws(StoreError) -> Range<Int64> {
        try store.reserveNumbers(count, root: root)
    }

    func commit(_ changes: ChangeSet) throws(StoreError) {
        var changes = changes
        changes.emptiesStore = true
        try store.commit(changes)
    }
}

/// A reader that finds nothing.
private final class EmptyReader: StoreReader, GraphNavigator {
    private let model: ManagedObjectModel

    init(_ model: ManagedObjectModel) {
        self.model = model
    }

    func storedRow(root: Int, number: Int64) -> StoredRow? { nil }

    func destinations(of relationship: Int, from number: Int64) -> [Int64] { [] }

    func rows(matching request: RowRequest) -> [StoredRow] { [] }

    func count(matching request: RowRequest) -> Int { 0 }

    func values(
        of request: ValueRequest, isWhole: Bool
    ) throws(StoreError) -> any ValueCursor {
        try EvaluatedValues(request, ResolvedValues(request, model), [], in: self, model)
    }

    func rows(root: Int, numbers: [Int64]) -> [StoredRow] { [] }

    func rows(entity: Int, slots: [Int], keys: LookupKeys) -> [StoredRow] { [] }

    func rows(referringThrough relationship: Int, to destinations: [Int64]) -> [StoredRow] { [] }

    func links(of relationship: Int, from sources: [Int64]) -> [StoredLink] { [] }

    func links(of relationship: Int, to destinations: [Int64]) -> [StoredLink] { [] }

    func connections() -> [ConnectionDescription] { [] }

    func metadata(_ key: MetadataKey) -> String? { nil }

    func metadata(behind prefix: String, withTexts: Bool) -> [MetadataEntry] { [] }
}
