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
