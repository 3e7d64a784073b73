public import ObjectGraph
public import Payload

/// Writes objects as payloads: a ``MappingPlan`` read backwards.
///
/// Every value goes where its mapping would look for it, by the transform it would be read with.
/// Mapping the payload again changes nothing in the graph. There is no second set of mappings for
/// the way back: where RestKit inverts a mapping, this type reads the one there is.
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
/// | a path with operators, or one that begins with `@parent`, `@record`, `@root` or `@metadata` | nothing: it only reads |
/// | the key of the representation, and `{name}` | the key |
/// | the representation itself as an attribute | that value, if nothing else is written; else nothing |
/// | the representation itself as an object of a relationship | its members, beside those of its parent |
/// | several attributes from one path | one value; an error if they disagree |
/// | an attribute of another object, `author.name` | the value it has there |
/// | ``AttributeMapping/isReadOnly`` | nothing, but for an identifier |
/// | ``AttributeMapping/isOptional``, ``RelationshipMapping/isOptional`` | nothing, unless included |
/// | ``RelationshipMapping/representation`` | what it says |
/// | a connection | its foreign keys, which are attributes |
///
/// Members are in the order of the mappings: attributes, then relationships. An object inside its
/// own representation is written as what identifies it. Writing reads from the context and the
/// store, in a few requests for each relationship, and changes neither.
///
/// Source: RestKit's `RKObjectParameterization` and inverse mappings.
public struct RepresentationWriter: Sendable {
    /// Chooses one of several mappings of a ``DynamicMapping`` for an object, by name; `nil` if
    /// none of them will do.
    public typealias Choice = @Sendable (ManagedObject, _ candidates: [String]) -> String?

    /// The mappings that are read backwards.
    public let plan: MappingPlan
    /// What the payload is for.
    public let profile: RepresentationProfile
    /// Where in the payload the representations are; the empty path is the payload itself.
    public let root: PayloadPath
    /// How many objects may be inside one another.
    public let depthLimit: Int
    /// The mapping of the objects, one of the plan's entities or behind them a dynamic one.
    let mapping: Int
    let representations: WritingPrograms
    let choice: Choice?

    /// Checks that a mapping can be written, and everything that is embedded by it.
    ///
    /// - Parameters:
    ///   - plan: The compiled mappings.
    ///   - mapping: The name of the mapping for the objects.
    ///   - profile: What the payload is for.
    ///   - root: Where in the payload the representations go, in keys.
    ///   - depthLimit: How many objects may be inside one another.
    ///   - included: Optional properties of the mapping that are written all the same.
    ///   - excluded: Properties of the mapping that are not written.
    ///   - choice: Chooses where a dynamic mapping has several mappings for one entity. Without
    ///     need it is not asked: the mapping is the one for the object's entity, or for its nearest
    ///     ancestor.
    /// - Throws: ``MappingPlanError`` with every problem found, such as a transform that only reads.
    public init(
        _ plan: MappingPlan, mapping: String, profile: RepresentationProfile = .update,
        root: PayloadPath = .root, depthLimit: Int = 64,
        including included: Set<String> = [], excluding excluded: Set<String> = [],
        choosing choice: Choice? = nil
    ) throws(MappingPlanError) {
        var compiler = RepresentationCompiler(
            plan, hasChoice: choice != nil, including: included, excluding: excluded)
        let place = compiler.compile(mapping, at: root)
        guard compiler.problems.isEmpty, let place else {
            throw MappingPlanError(problems: compiler.problems)
        }
        self.plan = plan
        self.profile = profile
        self.root = root
        self.depthLimit = depthLimit
        self.mapping = place
        representations = WritingPrograms(compiler.plans, plan, profile)
        self.choice = choice
    }
}

extension RepresentationWriter {
    /// Checks that a mapping can be written below a root path that is held in a variable.
    ///
    /// - Parameters:
    ///   - plan: The compiled mappings.
    ///   - mapping: The name of the mapping for the objects.
    ///   - profile: What the payload is for.
    ///   - root: Where in the payload the representations go, in keys.
    /// - Throws: ``MappingPlanError`` with every problem found.
    public init(
        _ plan: MappingPlan, mapping: String, profile: RepresentationProfile = .update,
        root: some PayloadPathConvertible
    ) throws(MappingPlanError) {
        try self.init(
            plan, mapping: mapping, profile: profile, root: PayloadPath(declared: root))
    }

    /// Writes an object.
    ///
    /// - Parameters:
    ///   - object: The object; its pending changes are written.
    ///   - extra: Further members. They merge into the objects that are there, and win.
    /// - Returns: The payload.
    /// - Throws: ``MappingError`` if the object cannot be written. The context is as before, always.
    public func document(
        for object: some ObjectHandle, adding extra: [String: Value] = [:]
    ) throws(MappingError) -> PayloadDocument {
        try document(for: [object.managedObject], isList: false, adding: extra)
    }

    /// Writes objects as an array, also if there is one object only, or none.
    ///
    /// Where the mapping takes an object for a list, one is written.
    ///
    /// - Parameters:
    ///   - objects: The objects, all of one context.
    ///   - extra: Further members, for which there must be a ``root``.
    /// - Returns: The payload.
    /// - Throws: ``MappingError`` if an object cannot be written.
    public func document(
        for objects: [ManagedObject], adding extra: [String: Value] = [:]
    ) throws(MappingError) -> PayloadDocument {
        try document(for: objects, isList: true, adding: extra)
    }

    /// Writes an object as JSON.
    ///
    /// - Parameters:
    ///   - object: The object; its pending changes are written.
    ///   - extra: Further members. They merge into the objects that are there, and win.
    ///   - options: The layout.
    /// - Returns: The bytes.
    /// - Throws: ``MappingError`` if the object cannot be written.
    public func jsonBytes(
        for object: some ObjectHandle, adding extra: [String: Value] = [:],
        _ options: PayloadWritingOptions = PayloadWritingOptions()
    ) throws(MappingError) -> [UInt8] {
        try bytes(for: [object.managedObject], isList: false, adding: extra, options)
    }

    /// Writes objects as JSON.
    ///
    /// - Parameters:
    ///   - objects: The objects, all of one context.
    ///   - extra: Further members, for which there must be a ``root``.
    ///   - options: The layout.
    /// - Returns: The bytes.
    /// - Throws: ``MappingError`` if an object cannot be written.
    public func jsonBytes(
        for objects: [ManagedObject], adding extra: [String: Value] = [:],
        _ options: PayloadWritingOptions = PayloadWritingOptions()
    ) throws(MappingError) -> [UInt8] {
        try bytes(for: objects, isList: true, adding: extra, options)
    }

    /// Writes an object as a part of a payload.
    ///
    /// - Parameter object: The object; its pending changes are written.
    /// - Returns: The part, for ``document(joining:adding:)``.
    /// - Throws: ``MappingError`` if the object cannot be written.
    public func part(
        for object: some ObjectHandle
    ) throws(MappingError) -> RepresentationPart {
        RepresentationPart(
            root: root, nodes: try nodes(for: [object.managedObject]), form: form(isList: false))
    }

    /// Writes objects as a part of a payload.
    ///
    /// - Parameter objects: The objects, all of one context.
    /// - Returns: The part, for ``document(joining:adding:)``.
    /// - Throws: ``MappingError`` if an object cannot be written.
    public func part(for objects: [ManagedObject]) throws(MappingError) -> RepresentationPart {
        RepresentationPart(root: root, nodes: try nodes(for: objects), form: form(isList: true))
    }

    private func form(isList: Bool) -> RepresentationPart.Form {
        plan.forcesCollection(mapping) ? .members : isList ? .list : .single
    }

    private func nodes(for objects: [ManagedObject]) throws(MappingError) -> [PayloadNode] {
        guard var pass = try pass(for: objects) else { return [] }
        return try pass.trees(of: objects)
    }

    /// What writes some objects; `nil` if there are none.
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

/// Whole payloads.
extension RepresentationWriter {
    private func bytes(
        for objects: [ManagedObject], isList: Bool, adding extra: [String: Value],
        _ options: PayloadWritingOptions
    ) throws(MappingError) -> [UInt8] {
        guard extra.isEmpty, options == PayloadWritingOptions() else {
            let document = try document(for: objects, isList: isList, adding: extra)
            return document.writtenBytes(options)
        }
        var buffer = try buffer(for: objects, isList: isList)
        return try Self.withinLimits { () throws(PayloadError) in try buffer.takeCheckedBytes() }
    }

    private func document(
        for objects: [ManagedObject], isList: Bool, adding extra: [String: Value]
    ) throws(MappingError) -> PayloadDocument {
        var buffer = try buffer(for: objects, isList: isList)
        return try Self.document(of: buffer.takeBytes(), adding: extra)
    }

    /// Writes a payload that is not checked for limits.
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
    /// The bytes of a document that was written in compact JSON, laid out anew only if asked for.
    func writtenBytes(_ options: PayloadWritingOptions) -> [UInt8] {
        options == PayloadWritingOptions() ? tape.bytes : jsonBytes(options)
    }
}
