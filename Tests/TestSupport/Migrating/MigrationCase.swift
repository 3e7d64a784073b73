package import ObjectGraph
package import ObjectGraphSQL
import Testing

/// A change of ``MigrationModel`` that a store follows.
package struct MigrationCase: Sendable, CustomTestStringConvertible {
    package let title: String
    /// Indicates whether the change loses something, so that it has to be requested.
    package let needsInferred: Bool
    package let change: @Sendable (inout [EntityDescription]) -> Void
    /// Queries of the file, with their expected results after the migration.
    package let answers: [(String, [String])]
    /// Changes the store before the migration.
    package let prepare: @Sendable (StoreFixture) throws -> Void

    package var testDescription: String { title }

    init(
        _ title: String, needsInferred: Bool = false, _ answers: [(String, [String])],
        prepare: @escaping @Sendable (StoreFixture) throws -> Void = { _ in },
        _ change: @escaping @Sendable (inout [EntityDescription]) -> Void
    ) {
        self.title = title
        self.needsInferred = needsInferred
        self.change = change
        self.answers = answers
        self.prepare = prepare
    }

    /// The options for the change.
    package var migration: StoreMigration { needsInferred ? .inferred : .additive }

    /// Fills a store with the objects that are to be migrated.
    package func fill(_ store: any PersistentStore) throws {
        try MigrationModel.fill(store)
        try prepare(StoreFixture(store, MigrationModel.model()))
    }

    /// The model after the change.
    package func model() throws -> ManagedObjectModel { try MigrationModel.model(change) }
}

extension StoreBackend {
    /// Reads every object and relationship, and writes one object of each entity.
    package func expectUse(of model: ManagedObjectModel) throws {
        let reader = try makeReader()
        for layout in model.layouts {
            let rows = try reader.rows(matching: RowRequest(entity: layout.index))
            let numbers = rows.map(\.number)
            for index in layout.relationships {
                let relationship = model.relationships[index]
                switch relationship.storage {
                case .reference: continue
                case .inverseReference(let other):
                    _ = try reader.rows(referringThrough: other, to: numbers)
                case .links: _ = try reader.links(of: index, from: numbers)
                case .inverseLinks(let other): _ = try reader.links(of: other, to: numbers)
                }
            }
            guard !layout.isAbstract else { continue }
            var changes = ChangeSet()
            changes.inserted = [
                StoredRow(
                    number: try reserveNumbers(1, root: layout.root).lowerBound,
                    entity: layout.index, version: 1, row: layout.defaults)
            ]
            try commit(changes)
        }
    }
}
