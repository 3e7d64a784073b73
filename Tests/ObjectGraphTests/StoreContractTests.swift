import ObjectGraph
import TestSupport
import Testing

@Suite("The in-memory store keeps the contract of stores")
struct StoreContractTests {
    @Test(arguments: StoreContract.checks)
    func `it`(check: StoreContractCheck) throws {
        try check.run(InMemoryStore())
    }
}

@Suite("Random questions to the in-memory store")
struct PredicateAgreementTests {
    @Test(arguments: UInt64(1)...8)
    func `find what a plain search finds`(seed: UInt64) throws {
        try PredicateAgreement.checkReference(InMemoryStore(), seed: seed)
    }

    @Test(arguments: UInt64(1)...3)
    func `give the same answers in two stores with equal data`(seed: UInt64) throws {
        try PredicateAgreement.check(InMemoryStore(), InMemoryStore(), seed: seed)
    }
}

@Suite("Random selections from the in-memory store")
struct SelectionAgreementTests {
    @Test(arguments: UInt64(1)...6)
    func `find what a plain computation finds`(seed: UInt64) throws {
        try SelectionAgreement.checkReference(InMemoryStore(), seed: seed)
    }

    @Test(arguments: UInt64(1)...4)
    func `include pending changes`(seed: UInt64) throws {
        try SelectionAgreement.checkPending(InMemoryStore(), seed: seed)
    }
}

@Suite("Random changes of sets in the in-memory store")
struct SetChangeAgreementTests {
    @Test(arguments: UInt64(1)...6)
    func `are those of each object`(seed: UInt64) throws {
        try SetChangeAgreement.check(InMemoryStore(), seed: seed)
    }
}
