import ObjectGraph
import OrphanDetection

/// The objects touched by the parts of a load.
///
/// They are used for a single deletion of orphans after the last part.
///
/// A list may arrive in several payloads, such as pages. A single part does not prove that an
/// object is absent; only all parts together do. A value is used by operations of one plan with the
/// same scopes, in one context or in several contexts of the same store.
package struct LoadParts: Sendable {
    /// Indicates whether the next operation maps the last part, and deletes orphans.
    package var isLast = false
    /// The objects of each scope when the load began; empty for a load in one part.
    private(set) var beginnings: [FetchRequest: Beginning] = [:]
    private(set) var touched = TouchedObjects()
    private(set) var gaps = KnowledgeGaps()
    /// The objects with edits that a part may not know, because they crossed its request.
    private(set) var crossed: Set<RowID> = []
    private var isBegun = false

    /// The objects of a scope when a load began.
    struct Beginning {
        /// The objects of the scope.
        let matching: Set<Int64>
        /// All objects of its entity.
        let existing: Set<Int64>
    }

    /// Creates the value for the first part of a load.
    package init() {}

    /// A load in one part.
    static var whole: LoadParts {
        var parts = LoadParts()
        parts.isLast = true
        return parts
    }

    /// Adds a part.
    ///
    /// - Throws: `StoreError` if the objects of the scopes cannot be read before the first part.
    mutating func add(
        _ input: MappingInput, _ graph: RecordGraph,
        _ identification: IdentifyStage.Identification, _ later: KnowledgeGaps,
        _ scopes: [(OrphanDeletion.Scope, RowRequest)]
    ) throws(StoreError) {
        if !isBegun, !isLast {
            for (scope, request) in scopes {
                beginnings[scope.request] = try Beginning(request, input)
            }
        }
        // After the first part, the context's unsaved changes were made by earlier parts.
        touched.add(TouchedObjects(input, graph, identification, notesChanges: !isBegun))
        gaps.add(later)
        crossed.formUnion(input.crossedObjects())
        isBegun = true
    }
}

extension LoadParts.Beginning {
    fileprivate init(_ request: RowRequest, _ input: MappingInput) throws(StoreError) {
        let all = RowRequest(
            entity: request.entity, includesSubentities: request.includesSubentities)
        matching = try input.numbersBefore(matching: request)
        existing = try input.numbersBefore(matching: all)
    }
}

extension MappingInput {
    /// Returns the objects that met a request before the operation.
    func numbersBefore(matching request: RowRequest) throws(StoreError) -> Set<Int64> {
        let now = context.state
        defer { context.state = now }
        context.state = before
        return Set(try context.numbers(matching: request))
    }
}
