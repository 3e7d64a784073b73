import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("The SQLite store keeps the contract of stores")
struct ContractTests {
    @Test(arguments: StoreContract.checks)
    func `it`(check: StoreContractCheck) throws {
        let file = try TemporaryStore()
        try check.run(SQLiteStore(file.path))
    }
}

@Suite("Random questions to the SQLite store")
struct AgreementTests {
    @Test(arguments: UInt64(1)...6)
    func `find what a plain search finds`(seed: UInt64) throws {
        let file = try TemporaryStore()
        try PredicateAgreement.checkReference(SQLiteStore(file.path), seed: seed)
    }

    @Test(arguments: UInt64(10)...15)
    func `give the same answers as in memory`(seed: UInt64) throws {
        let file = try TemporaryStore()
        try PredicateAgreement.check(InMemoryStore(), SQLiteStore(file.path), seed: seed)
    }
}

@Suite("Random selections from the SQLite store")
struct SelectionTests {
    @Test(arguments: UInt64(1)...4)
    func `find what a plain computation finds`(seed: UInt64) throws {
        let file = try TemporaryStore()
        try SelectionAgreement.checkReference(SQLiteStore(file.path), seed: seed)
    }

    @Test(arguments: UInt64(20)...25)
    func `give the same rows as in memory`(seed: UInt64) throws {
        let file = try TemporaryStore()
        try SelectionAgreement.check(InMemoryStore(), SQLiteStore(file.path), seed: seed)
    }

    @Test(arguments: UInt64(1)...3)
    func `include pending changes`(seed: UInt64) throws {
        let file = try TemporaryStore()
        try SelectionAgreement.checkPending(SQLiteStore(file.path), seed: seed)
    }
}

@Suite("Random changes of sets in the SQLite store")
struct SetChangeTests {
    @Test(arguments: UInt64(10)...17)
    func `are those of each object`(seed: UInt64) throws {
        let file = try TemporaryStore()
        try SetChangeAgreement.check(SQLiteStore(file.path), seed: seed)
    }
}
