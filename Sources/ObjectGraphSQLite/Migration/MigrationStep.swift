public import ObjectGraph

/// A version of a model, with the name that messages call it.
public struct ModelVersion: Sendable {
    /// The name.
    public let name: String
    /// The model as it was, or is, in this version.
    public let model: ManagedObjectModel

    /// Names a model.
    public init(_ name: String, _ model: ManagedObjectModel) {
        self.name = name
        self.model = model
    }
}

/// The way from one version of a model to the next.
///
/// What can be inferred from the two models is done, removals included. The objects of an entity
/// that has a closure go through it, one by one:
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
    /// Makes the new row of an object; `nil` drops it.
    ///
    /// Closures must not wait for anything: the file is locked while they run.
    public typealias Transform =
        @Sendable (_ row: MigrationRow, _ migration: RowMigration) throws -> MigrationRow?

    /// The version that the step begins with.
    public let source: ModelVersion
    /// The version that it ends with.
    public let destination: ModelVersion
    /// The closures, by the name of an entity of ``source``.
    private(set) var transforms: [String: Transform] = [:]

    /// Makes a step without closures: everything is inferred.
    public init(from source: ModelVersion, to destination: ModelVersion) {
        self.source = source
        self.destination = destination
    }

    /// Sends the objects of exactly this entity of the earlier version through a closure.
    ///
    /// Sub-entities have closures of their own. An error that the closure throws ends the
    /// migration, and the file stays as it was.
    public mutating func transform(_ entity: String, _ transform: @escaping Transform) {
        transforms[entity] = transform
    }

    /// How messages call it.
    var title: String { "'\(source.name)' to '\(destination.name)'" }
}
