import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Random connections in a file")
struct ConnectionAgreementTests {
    @Test(arguments: ConnectionAgreement.Kind.allCases, UInt64(1)...8)
    func `make the same graph as in memory`(
        kind: ConnectionAgreement.Kind, seed: UInt64
    ) throws {
        let file = try TemporaryStore()
        try ConnectionAgreement.check(InMemoryStore(), SQLiteStore(file.path), kind, seed: seed)
    }
}
