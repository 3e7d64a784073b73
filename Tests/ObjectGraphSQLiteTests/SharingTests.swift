import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Several users of one file", .endsInTime)
struct SharingTests {
    let library: Library
    let file: TemporaryStore
    let first: SQLiteBackend
    let second: SQLiteBackend

    init() throws {
        library = try Library()
        file = try TemporaryStore()
        let options = SQLiteStore.Options(busyTimeout: .milliseconds(50))
        first = try file.open(library.model, options: options)
        second = try file.open(library.model, options: options)
    }

    private var tags: RowRequest { RowRequest(entity: library.tag) }

    @Test(arguments: [1, 7, 64, 100] as [Int])
    func `no number is given twice`(count: Int) throws {
        var seen: Set<Int64> = []
        for round in 0..<40 {
            let store = round % 3 == 0 ? second : first
            let range = try store.reserveNumbers(count, root: library.tag)
            #expect(range.count == count)
            #expect(seen.isDisjoint(with: range))
            seen.formUnion(range)
            guard round % 5 == 0 else { continue }
            var changes = ChangeSet()
            changes.inserted = [
                StoredRow(
                    number: range.lowerBound, entity: library.tag, version: 1, row: Row(["x"]))
            ]
            try store.commit(changes)
        }
    }

    @Test
    func `unused numbers are assigned by the next process`() throws {
        try first.insert(library.tag, root: library.tag, [["a"], ["b"]])
        #expect(try second.reserveNumbers(1, root: library.tag) == 3..<4)
        try second.insert(library.tag, root: library.tag, [["c"]])
        #expect(try first.reserveNumbers(2, root: library.tag) == 5..<7)
    }

    @Test
    func `a failed commit keeps the numbers it had reserved`() throws {
        let range = try first.reserveNumbers(1, root: library.tag)
        var changes = ChangeSet()
        changes.deleted = [RowDeletion(number: 99, entity: library.tag, version: 1)]
        #expect(storeError { try first.commit(changes) }?.code == .conflict)
        let next = try first.reserveNumbers(1, root: library.tag)
        #expect(next.lowerBound == range.upperBound)
        #expect(try second.reserveNumbers(1, root: library.tag).lowerBound > next.upperBound)
    }

    @Test
    func `a unit of work sees one state, whatever is committed meanwhile`() throws {
        try first.insert(library.tag, root: library.tag, [["a"]])
        let reader = try first.makeReader()
        #expect(try reader.count(matching: tags) == 1)
        try second.insert(library.tag, root: library.tag, [["b"]])
        try first.insert(library.tag, root: library.tag, [["c"]])
        #expect(try reader.count(matching: tags) == 1)
        #expect(try reader.rows(root: library.tag, numbers: [1, 2, 3]).count == 1)
        #expect(try first.makeReader().count(matching: tags) == 3)
    }

    @Test
    func `a connection that comes back from a reader sees the newest state`() throws {
        for count in 1...3 {
            try first.insert(library.tag, root: library.tag, [["a"]])
            #expect(try first.makeReader().count(matching: tags) == count)
        }
    }

    @Test
    func `two that change one row: the second is a conflict`() throws {
        let number = try first.insert(library.tag, root: library.tag, [["a"]])[0]
        var row = try #require(try second.row(number, root: library.tag))
        row.row[0] = "b"
        var changes = ChangeSet()
        changes.updated = [RowUpdate(row: row, changedSlots: [0])]
        try first.commit(changes)
        #expect(storeError { try second.commit(changes) }?.code == .conflict)
    }

    @Test
    func `a commit of another backend is foreign, one's own is not`() throws {
        let (ours, theirs) = (try first.foreignVersion(), try second.foreignVersion())
        try first.insert(library.tag, root: library.tag, [["a"]])
        #expect(try first.foreignVersion() == ours)
        let seen = try #require(try second.foreignVersion())
        #expect(seen != theirs)
        // A commit of its own after that must not hide the change.
        try first.insert(library.tag, root: library.tag, [["b"]])
        try second.insert(library.tag, root: library.tag, [["c"]])
        #expect(try second.foreignVersion() != seen)
        #expect(try first.foreignVersion() != ours)
    }

    @Test
    func `holding the file too long makes others fail with busy`() throws {
        let raw = try SQLiteFile(file.path)
        try raw.texts("BEGIN IMMEDIATE")
        let error = storeError { try first.insert(library.tag, root: library.tag, [["a"]]) }
        #expect(error?.code == .busy)
        #expect(try first.makeReader().count(matching: tags) == 0, "reading goes on")
        try raw.texts("ROLLBACK")
        try first.insert(library.tag, root: library.tag, [["a"]])
        #expect(try first.makeReader().count(matching: tags) == 1)
    }

    @Test
    func `tasks that write at once lose nothing`() async throws {
        let (first, second, tag) = (first, second, library.tag)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<6 {
                group.addTask {
                    for _ in 0..<20 {
                        let store = task % 2 == 0 ? first : second
                        try retry { try store.insert(tag, root: tag, [["a"], ["b"]]) }
                        _ = try store.makeReader().count(matching: RowRequest(entity: tag))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try first.makeReader().count(matching: tags) == 240)
    }
}

/// Repeats work while another connection holds the file.
private func retry(_ work: () throws -> Void) throws {
    for _ in 0..<200 {
        do {
            return try work()
        } catch let error as StoreError where .busy ~= error {
            continue
        }
    }
    try work()
}
