package import ObjectGraph
import Testing

/// The contract of stores, as a list of named checks for the tests of each store.
///
/// ```swift
/// @Test(arguments: StoreContract.checks)
/// func `keeps the contract`(check: StoreContractCheck) throws {
///     try check.run(InMemoryStore())
/// }
/// ```
package enum StoreContract {
    /// All checks; each requires a store that is empty and has never been opened.
    package static var checks: [StoreContractCheck] {
        openingChecks + rowChecks + requestChecks + rangeChecks + predicateChecks + lookupChecks
            + linkChecks + conflictChecks + uniquenessChecks + referenceChecks + registrationChecks
            + commitChecks + emptyingChecks + connectingChecks + metadataChecks + crossingChecks
            + setChecks + valueChecks + logicChecks + textChecks
    }

    /// Expects a commit to fail with a code, and to change nothing.
    static func expectRefusal(
        _ code: StoreError.Code, of fixture: StoreFixture,
        _ location: SourceLocation = #_sourceLocation,
        _ fill: (inout ChangeSet) throws -> Void
    ) throws {
        let before = try fixture.content()
        var changes = ChangeSet()
        try fill(&changes)
        let error = #expect(throws: StoreError.self, sourceLocation: location) {
            try fixture.backend.commit(changes)
        }
        #expect(error?.code == code, sourceLocation: location)
        #expect(try fixture.content() == before, sourceLocation: location)
    }
}

/// A check of the store contract.
package struct StoreContractCheck: Sendable, CustomTestStringConvertible {
    /// The behaviour of the store, as a sentence without a subject.
    package let name: String
    /// Runs the check on a store that is empty and has never been opened.
    package let run: @Sendable (any PersistentStore) throws -> Void

    init(_ name: String, _ check: @escaping @Sendable (StoreFixture) throws -> Void) {
        self.name = name
        run = { store in try check(try StoreFixture(store)) }
    }

    init(store name: String, _ run: @escaping @Sendable (any PersistentStore) throws -> Void) {
        self.name = name
        self.run = run
    }

    package var testDescription: String { name }
}
