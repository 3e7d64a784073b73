public import EntityMapper
public import MercatorPayload
public import ObjectGraph
import ObjectGraphSQLite

extension PersistentContainer {
    /// Opens or creates an SQLite file for schema structs, with the mappings that they declare.
    ///
    /// ```swift
    /// let container = try PersistentContainer(
    ///     for: Article.self, Author.self, Tag.self, at: "articles.sqlite")
    /// try container.load(bytes)
    /// let titles = try container.read { try $0.fetch(Article.self).map(\.title) }
    /// ```
    ///
    /// - Parameters:
    ///   - types: The schema structs of the model.
    ///   - path: The path of the file; its folder must exist.
    ///   - mappings: Mappings in place of the declared ones of their entities, and further ones.
    ///   - roots: Names of mappings by path from the top of a payload, besides the keys that name
    ///     an entity; see ``load(_:options:)``.
    ///   - transforms: The transforms that attributes of the schema structs name in `using:`.
    ///   - configure: A closure that changes the mappings before they are compiled. It can add
    ///     dynamic mappings, or set policies; keys at the top that look like a misspelled name of
    ///     an entity are reported, unless it sets `unknownRoots`.
    /// - Throws: ``ManagedObjectModelError`` or ``MappingPlanError`` with all problems of the
    ///   declarations, ``StoreError`` if the file cannot be opened for the model.
    public convenience init(
        for types: any Entity.Type..., at path: String, mappings: [EntityMapping] = [],
        roots: KeyValuePairs<PayloadPath, String> = [:], transforms: [ValueTransform] = [],
        configure: (inout MappingSet) throws -> Void = { _ in }
    ) throws {
        try self.init(
            for: types, in: SQLiteStore(path), mappings: mappings, roots: roots,
            transforms: transforms, configure: configure)
    }
}
