public import ObjectGraph
import Payload

/// Mappings, checked against a model and compiled: what the engine does with a payload.
///
/// A plan is made once, never changes, and is used from any number of tasks. Making it finds every
/// mistake of the author at once, each with advice; a plan that exists fits its model.
///
/// ```swift
/// let plan = try MappingPlan(mappings, for: model)
/// let result = try MappingOperation(plan).run(bytes, in: container)
/// ```
public final class MappingPlan: Sendable {
    /// The model the plan was made for.
    public let model: ManagedObjectModel
    /// The mappings it was made from.
    public let mappings: MappingSet
    /// What has no effect, such as an annotation that relationships do not have, or another one than may
    /// be expected: that nothing identifies the objects of a mapping.
    public let warnings: [MappingProblem]
    let entities: [EntityPlan]
    /// The keys that the entities ask for.
    let forest: KeyForest
    let dynamics: [DynamicPlan]
    let roots: [RootPlan]
    let connections: [ConnectionPlan]
    let spaces: [IdentitySpacePlan]
    /// For each entity of the model, the plan for objects of it that were found by another one; none
    /// where no mapping follows sub-entities.
    let ownPlans: [Int: Int]
    /// The mappings without identification whose records are new each time.
    let freshEntities: Set<Int>
    /// Whether any record may not do everything; asked before anything else is.
    let restrictsOperations: Bool
    /// The indexes that look-ups of this plan want in a store.
    let indexes: [IndexDescription]

    /// Checks mappings and compiles them.
    ///
    /// - Parameters:
    ///   - mappings: The mappings and root paths.
    ///   - model: The model that the names are looked up in.
    /// - Throws: ``MappingPlanError`` with every problem found.
    public init(
        _ mappings: MappingSet, for model: ManagedObjectModel
    ) throws(MappingPlanError) {
        var compiler = PlanCompiler(mappings, model)
        compiler.compile()
        guard compiler.problems.isEmpty else {
            throw MappingPlanError(problems: compiler.problems)
        }
        self.model = model
        self.mappings = mappings
        warnings = compiler.warnings
        entities = compiler.entities
        forest = KeyForest(compiler.entities.map(\.paths))
        dynamics = compiler.dynamics
        roots = compiler.roots
        connections = compiler.connections
        spaces = compiler.spaces
        indexes = compiler.indexes
        ownPlans = compiler.ownPlans
        freshEntities = compiler.freshEntities
        restrictsOperations = Self.restrictsOperations(compiler.entities)
    }
}
