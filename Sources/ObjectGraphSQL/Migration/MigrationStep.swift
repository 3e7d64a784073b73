public import ObjectGraph

/// A version of a model, with a name for messages.
public struct ModelVersion: Sendable {
    /// The name of the version.
    public let name: String
    /// The model in this version.
    public let model: ManagedObjectModel

    /// Creates a version from a name and a model.
    public init(_ name: String, _ model: ManagedObjectModel) {
        self.name = name
        self.model = model
    }
}

/// The migration from one version of a model to the next.
///
/// Everything that can be inferred from the two models is done automatically, including removals.
/// If an entity has a closure, each of its objects is passed to it:
///
/// ```swift
/// var step = MigrationStep(from: ModelVersion("1", old), to: ModelVersion("2", new))
/// step.transform("Person") { person, migration in
///     guard person["name"] != .null else { return nil }      // dropped
///     var changed = try migration.row(from: person)            // what would be inferred
///     changed["fullName"] = person["name"]
///     return changed
/// }
/// let options = SQLiteStore.Options(migration: .stepwise([step]))
/// ```
public struct MigrationStep: Sendable {
    /// A closure that returns the new row of an object, or `nil` to drop the object.
    ///
    /// The closure must not wait for anything, because the file is locked while it runs.
    public typealias Transform =
        @Sendable (_ row: MigrationRow, _ migration: RowMigration) throws -> MigrationRow?

    /// The version before the step.
    public let source: ModelVersion
    /// The version after the step.
    public let destination: ModelVersion
    /// The closures, by the name of an entity of ``source``.
    private(set) var transforms: [String: Transform] = [:]

    /// Creates a step without closures, which is entirely inferred.
    public init(from source: ModelVersion, to destination: ModelVersion) {
        self.source = source
        self.destination = destination
    }

    /// Sets the closure for the objects of exactly one entity of the earlier version.
    ///
    /// Sub-entities have separate closures. An error that the closure throws aborts the migration
    /// and leaves the file unchanged.
    public mutating func transform(_ entity: String, _ transform: @escaping Transform) {
        transforms[entity] = transform
    }

    /// The name of the step in messages.
    package var title: String { "'\(source.name)' to '\(destination.name)'" }
}
