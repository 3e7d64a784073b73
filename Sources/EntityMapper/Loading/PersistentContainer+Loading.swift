public import MercatorPayload
public import ObjectGraph
import Synchronization

extension PersistentContainer {
    /// Opens a store for schema structs, with the mappings that they declare.
    ///
    /// ```swift
    /// let container = try PersistentContainer(for: Article.self, Author.self, in: InMemoryStore())
    /// try container.load(bytes)
    /// ```
    ///
    /// The result is an ordinary container; the model, the store and the mappings can also be
    /// created and used separately.
    ///
    /// - Parameters:
    ///   - types: The schema structs of the model.
    ///   - store: The store.
    ///   - mappings: Mappings that replace the declared ones of their entities, and additional
    ///     mappings.
    ///   - roots: Names of mappings by path from the top of a payload, besides the keys that name
    ///     an entity; see ``load(_:options:)``.
    ///   - transforms: The transforms that attributes of the schema structs name in `using:`.
    ///   - configure: A closure that changes the mappings before they are compiled. It can add
    ///     dynamic mappings, or set policies; keys at the top that look like a misspelled name of
    ///     an entity are reported, unless it sets ``MappingSet/unknownRoots``.
    /// - Throws: ``ManagedObjectModelError`` or ``MappingPlanError`` with all problems of the
    ///   declarations, ``StoreError`` if the store cannot be opened for the model.
    public convenience init(
        for types: any Entity.Type..., in store: any PersistentStore,
        mappings: [EntityMapping] = [], roots: KeyValuePairs<PayloadPath, String> = [:],
        transforms: [ValueTransform] = [],
        configure: (inout MappingSet) throws -> Void = { _ in }
    ) throws {
        try self.init(
            for: types, in: store, mappings: mappings, roots: roots, transforms: transforms,
            configure: configure)
    }

    /// Opens a store for a list of schema structs.
    package convenience init(
        for types: [any Entity.Type], in store: any PersistentStore,
        mappings: [EntityMapping], roots: KeyValuePairs<PayloadPath, String>,
        transforms: [ValueTransform], configure: (inout MappingSet) throws -> Void
    ) throws {
        let given = Set(mappings.map(\.name))
        // An abstract entity has no objects; its properties are mapped along with its sub-entities.
        let declared = types.filter { !$0.isAbstract }.map { type in
            func mapping<E: Entity>(_ type: E.Type) -> EntityMapping {
                EntityMapping(for: type, transforms: transforms)
            }
            return mapping(type)
        }
        let model = try ManagedObjectModel(types.map { $0.entityDescription })
        var set = MappingSet(
            declared.filter { !given.contains($0.name) } + mappings, roots: roots)
        set.unknownRoots = .reportMisspelled
        try configure(&set)
        let own = try ContainerMappings(set, for: model)
        try self.init(model: model, store: store)
        companion.withLock { $0 = own }
    }

    /// Maps a payload, and saves its objects.
    ///
    /// ```swift
    /// let result = try container.load(#"{"articles": [{"id": 7}], "authors": []}"#)
    /// print(result)   // inserted 1 Article …
    /// ```
    ///
    /// Records are found under the keys at the top that name an entity: its name in the singular or
    /// plural, or the name of a relationship to it, in any spelling; and at the root paths that the
    /// container was made with. A name of two entities is not taken. The result has the root paths.
    ///
    /// - Parameters:
    ///   - payload: The payload: a string, bytes, or a parsed document.
    ///   - options: The treatment of invalid values and records.
    /// - Returns: The result, with the issues.
    /// - Throws: The errors of ``MappingOperation/run(_:in:into:)-(_,PersistentContainer,_)``;
    ///   ``MappingError`` with code `unmappedPayload` if no key names an entity. In these cases
    ///   nothing is changed.
    @discardableResult
    public func load(
        _ payload: some PayloadConvertible, options: MappingOptions = MappingOptions()
    ) throws -> MappingResult {
        let document = try PayloadDocument(payload)
        let plan = try containerMappings().plan(for: document)
        return try MappingOperation(plan, options: options).run(document, in: self)
    }

    /// Maps a payload that is a record of an entity or a list of them, and saves its objects.
    ///
    /// ```swift
    /// try container.load(#"[{"id": 7}, {"id": 8}]"#, as: Article.self)
    /// ```
    ///
    /// - Parameters:
    ///   - payload: The payload: a string, bytes, or a parsed document.
    ///   - type: The schema struct of the records.
    ///   - options: The treatment of invalid values and records.
    /// - Returns: The result, with the issues.
    /// - Throws: The errors of ``MappingOperation/run(_:in:into:)-(_,PersistentContainer,_)``. In
    ///   these cases nothing is changed.
    @discardableResult
    public func load<E: Entity>(
        _ payload: some PayloadConvertible, as type: E.Type,
        options: MappingOptions = MappingOptions()
    ) throws -> MappingResult {
        try MappingOperation(plan(for: type), options: options).run(payload, in: self)
    }

    /// Returns the plan of ``load(_:as:options:)``, for operations of your own.
    ///
    /// - Parameter type: The schema struct of the records at the top of payloads.
    /// - Returns: The plan, which is compiled once.
    /// - Throws: ``MappingPlanError`` if the container has no mapping for the entity.
    public func plan<E: Entity>(for type: E.Type) throws -> MappingPlan {
        try containerMappings().plan(for: E.entityName)
    }

    /// The plan with all mappings of the container, for descriptions that refer to them by name.
    package var mappingPlan: MappingPlan {
        get throws { try containerMappings().base }
    }

    /// Returns the plan of ``load(_:options:)`` for a payload.
    package func plan(for document: PayloadDocument) throws -> MappingPlan {
        try containerMappings().plan(for: document)
    }

    private func containerMappings() throws -> ContainerMappings {
        guard let own = companion.withLock({ $0 as? ContainerMappings }) else {
            throw MappingError(
                .unknownMapping,
                "the container has no mappings of its own: open it with "
                    + "PersistentContainer(for: …), or run a MappingOperation in it")
        }
        return own
    }
}
