public import EntityMapper
public import MercatorPayload
public import ObjectGraph

/// A writer of objects as payloads, which applies a ``MappingPlan`` in reverse.
///
/// Every value is written to its source path in the mapping, using the same transform. Mapping the
/// payload again does not change the graph. No second set of mappings is needed: RestKit inverts a
/// mapping, while this type uses the existing one.
///
/// ```swift
/// let writer = try RepresentationWriter(plan, mapping: "Article", profile: .patch)
/// let body = try container.perform { context in
///     let article = try context.fetch(FetchRequest("Article"))[0]
///     article["title"] = "Hello"
///     return try writer.jsonBytes(for: article)   // {"id":1,"headline":{"text":"Hello"}}
/// }
/// ```
///
/// | in the mapping | in the payload |
/// |---|---|
/// | a path of keys, `headline.text` | nested objects |
/// | a path with operators, or from `@parent`, `@record`, `@root`, `@metadata` | nothing |
/// | the key of the representation, and `{name}` | the key |
/// | the representation itself as an attribute | that value if it is the only part; else nothing |
/// | the representation itself as an object of a relationship | the members of that object |
/// | several attributes from the same path | one value; an error if the values differ |
/// | an attribute of another object, `author.name` | its current value |
/// | ``AttributeMapping/isReadOnly`` | nothing, except for an identifier |
/// | ``AttributeMapping/isOptional``, ``RelationshipMapping/isOptional`` | only if included |
/// | ``RelationshipMapping/representation`` | the selected form |
/// | a connection | its foreign keys, which are attributes |
///
/// Members are written in the order of the mapping: attributes, then relationships. An object
/// nested in its own representation is written as its identifiers. Writing reads from the context
/// and the store, with a few requests for each relationship, and changes neither.
///
/// Source: RestKit's `RKObjectParameterization` and inverse mappings.
public struct RepresentationWriter: Sendable {
    /// A closure that chooses one of several mappings of a ``DynamicMapping`` for an object.
    ///
    /// It returns the name of the mapping, or `nil` if none of the mappings applies.
    public typealias Choice = @Sendable (ManagedObject, _ candidates: [String]) -> String?

    /// The mappings to apply in reverse.
    public let plan: MappingPlan
    /// The purpose of the payload.
    public let profile: RepresentationProfile
    /// The path of the representations in the payload; the empty path is the payload itself.
    public let root: PayloadPath
    /// The maximum nesting depth of objects.
    public let depthLimit: Int
    /// The index of the mapping of the objects; dynamic mappings follow the entity mappings.
    let mapping: Int
    let representations: WritingPrograms
    let choice: Choice?

    /// Creates a writer, and checks that the mapping and all embedded mappings can be written.
    ///
    /// - Parameters:
    ///   - plan: The compiled mappings.
    ///   - mapping: The name of the mapping of the objects.
    ///   - profile: The purpose of the payload.
    ///   - root: The path of the representations in the payload, consisting of keys.
    ///   - depthLimit: The maximum nesting depth of objects.
    ///   - included: Optional properties of the mapping to write.
    ///   - excluded: Properties of the mapping to omit.
    ///   - choice: Chooses the mapping if a dynamic mapping has several for one entity. Otherwise
    ///     it is not called, and the mapping for the object's entity or nearest ancestor is used.
    /// - Throws: ``MappingPlanError`` with every problem found, such as a transform that only
    ///   reads.
    public init(
        _ plan: MappingPlan, mapping: String, profile: RepresentationProfile = .update,
        root: PayloadPath = .root, depthLimit: Int = 64,
        including included: Set<String> = [], excluding excluded: Set<String> = [],
        choosing choice: Choice? = nil
    ) throws(MappingPlanError) {
        var compiler = RepresentationCompiler(
            plan, hasChoice: choice != nil, including: included, excluding: excluded)
        let index = compiler.compile(mapping, at: root)
        guard compiler.problems.isEmpty, let index else {
            throw MappingPlanError(problems: compiler.problems)
        }
        self.plan = plan
        self.profile = profile
        self.root = root
        self.depthLimit = depthLimit
        self.mapping = index
        representations = WritingPrograms(compiler.plans, plan, profile)
        self.choice = choice
    }
}

extension RepresentationWriter {
    /// Creates a writer with a root path of any type that converts to a path.
    ///
    /// - Parameters:
    ///   - plan: The compiled mappings.
    ///   - mapping: The name of the mapping of the objects.
    ///   - profile: The purpose of the payload.
    ///   - root: The path of the representations in the payload, consisting of keys.
    /// - Throws: ``MappingPlanError`` with every problem found.
    public init(
        _ plan: MappingPlan, mapping: String, profile: RepresentationProfile = .update,
        root: some PayloadPathConvertible
    ) throws(MappingPlanError) {
        try self.init(
            plan, mapping: mapping, profile: profile, root: PayloadPath(declared: root))
    }

    /// Writes an object, or objects as an array, even if there is only one object or none.
    ///
    /// If the mapping treats an object as a collection, an object is written instead of an array.
    ///
    /// - Parameters:
    ///   - objects: An object, including its pending changes, or objects from the same context.
    ///   - extra: Additional members. They are merged into existing objects and take precedence;
    ///     with an array, they require a ``root``.
    /// - Returns: The payload.
    /// - Throws: ``MappingError`` if an object cannot be written. The context is never changed.
    public func document(
        for objects: some WritableObjects, adding extra: [String: Value] = [:]
    ) throws(MappingError) -> PayloadDocument {
        var buffer = try buffer(for: objects.managedObjects, isList: objects.isList)
        return try Self.document(of: buffer.takeBytes(), adding: extra)
    }

    /// Writes an object, or objects as an array, as JSON.
    ///
    /// - Parameters:
    ///   - objects: An object, including its pending changes, or objects from the same context.
    ///   - extra: Additional members. They are merged into existing objects and take precedence;
    ///     with an array, they require a ``root``.
    ///   - options: The formatting.
    /// - Returns: The bytes.
    /// - Throws: ``MappingError`` if an object cannot be written.
    public func jsonBytes(
        for objects: some WritableObjects, adding extra: [String: Value] = [:],
        _ options: PayloadWritingOptions = PayloadWritingOptions()
    ) throws(MappingError) -> [UInt8] {
        guard extra.isEmpty, options == PayloadWritingOptions() else {
            return try document(for: objects, adding: extra).writtenBytes(options)
        }
        var buffer = try buffer(for: objects.managedObjects, isList: objects.isList)
        return try Self.withinLimits { () throws(PayloadError) in try buffer.takeCheckedBytes() }
    }

    /// Writes an object, or objects as an array, as a part of a payload.
    ///
    /// - Parameter objects: An object, including its pending changes, or objects from the same
    ///   context.
    /// - Returns: The part, for ``document(joining:adding:)``.
    /// - Throws: ``MappingError`` if an object cannot be written.
    public func part(for objects: some WritableObjects) throws(MappingError) -> RepresentationPart {
        RepresentationPart(
            root: root, nodes: try nodes(for: objects.managedObjects),
            form: form(isList: objects.isList))
    }

    private func form(isList: Bool) -> RepresentationPart.Form {
        plan.forcesCollection(mapping) ? .members : isList ? .list : .single
    }

    private func nodes(for objects: [ManagedObject]) throws(MappingError) -> [PayloadNode] {
        guard var pass = try pass(for: objects) else { return [] }
        return try pass.trees(of: objects)
    }

    /// Creates the pass that writes objects; `nil` if there are none.
    private func pass(
        for objects: [ManagedObject]
    ) throws(MappingError) -> RepresentationPass? {
        guard let context = objects.first?.context else { return nil }
        precondition(
            objects.allSatisfy { $0.context === context },
            "the objects belong to several contexts; write those of one context at a time")
        guard plan.model === context.model || plan.model.entities == context.model.entities else {
            throw MappingError(
                .modelMismatch,
                "the plan was made for another model than the context's; "
                    + "make it with container.model")
        }
        return RepresentationPass(self, context)
    }
}

/// Writing whole payloads.
extension RepresentationWriter {
    /// Writes a payload without checking limits.
    private func buffer(
        for objects: [ManagedObject], isList: Bool
    ) throws(MappingError) -> PayloadBuffer {
        var buffer = PayloadBuffer()
        let form = form(isList: isList)
        guard form != .members else {
            let part = RepresentationPart(root: root, nodes: try nodes(for: objects), form: form)
            buffer.append(try Self.node(joining: [part]))
            return buffer
        }
        var roots: [Int] = []
        for key in root.components {
            roots.append(buffer.open())
            buffer.append(UInt8(ascii: ","))
            buffer.appendKey(key.name)
        }
        var pass = try pass(for: objects)
        try pass?.readAhead(objects)
        if form == .list {
            let list = buffer.open()
            try pass?.write(objects, to: &buffer)
            buffer.close(list, isObject: false)
        } else {
            try pass?.write(objects[0], to: &buffer)
        }
        for root in roots.reversed() { buffer.close(root, isObject: true) }
        return buffer
    }
}

extension PayloadDocument {
    /// Returns the bytes of a document in compact JSON, reformatted only if the options require it.
    package func writtenBytes(_ options: PayloadWritingOptions) -> [UInt8] {
        options == PayloadWritingOptions() ? tape.bytes : jsonBytes(options)
    }
}
