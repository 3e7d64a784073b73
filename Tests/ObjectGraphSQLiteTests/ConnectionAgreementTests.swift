import ObjectGraph
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Random connections in a file")
struct ConnectionAgreementTests {
    @Test(arguments: ConnectionAgreement.Kind.allCases, Seeds.upTo(8, from: 1))
    func `make the same graph as in memory`(
        kind: ConnectionAgreement.Kind, seed: UInt64
    ) throws {
        let file = try TemporaryStore()
        try ConnectionAgreement.check(InMemoryStore(), SQLiteStore(file.path), kind, seed: seed)
    }
}
