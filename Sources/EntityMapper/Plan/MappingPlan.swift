import ConnectionEvaluation
import MercatorPayload
public import ObjectGraph

/// Mappings that have been checked against a model and compiled for execution.
///
/// A plan is created once, is immutable, and can be used by any number of tasks. Its initializer
/// finds all errors in the mappings at once, each with advice; an existing plan always matches its
/// model.
///
/// ```swift
/// let plan = try MappingPlan(mappings, for: model)
/// let result = try MappingOperation(plan).run(bytes, in: container)
/// ```
public final class MappingPlan: Sendable {
    /// The model used to compile the plan.
    public let model: ManagedObjectModel
    /// The source mappings of the plan.
    public let mappings: MappingSet
    /// Declarations without effect, or with a possibly unintended effect.
    ///
    /// An annotation that does not apply to relationships has no effect; a mapping without
    /// identification may be unintended.
    public let warnings: [MappingProblem]
    package let entities: [EntityPlan]
    /// The keys read by mappings with a path to the remaining members of records, by index.
    let taken: [PlanIndex: KeyUse]
    /// The keys that the paths of the entities contain.
    let trie: KeyTrie
    package let dynamics: [DynamicPlan]
    package let roots: [RootPlan]
    let connections: [ConnectionPlan]
    let spaces: [IdentitySpacePlan]
    /// The plans for existing objects found by another plan, by entity.
    ///
    /// The dictionary is empty unless a mapping follows sub-entities.
    package let ownPlans: [Int: Int]
    /// The indices of the mappings without identification whose records always insert new objects.
    package let freshEntities: Set<Int>
    /// Indicates whether any mapping restricts the allowed operations.
    ///
    /// If not, no other check is needed.
    let restrictsOperations: Bool
    /// The store indexes for the look-ups of this plan.
    let indexes: [IndexDescription]

    /// Checks and compiles mappings.
    ///
    /// - Parameters:
    ///   - mappings: The mappings and root paths.
    ///   - model: The model used to resolve names.
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
        taken = compiler.taken
        trie = KeyTrie(compiler.entities.map(\.paths))
        dynamics = compiler.dynamics
        roots = compiler.roots
        connections = compiler.connections
        spaces = compiler.spaces
        indexes = compiler.indexes
        ownPlans = compiler.ownPlans
        freshEntities = compiler.freshEntities
        restrictsOperations = Self.restrictsOperations(compiler.entities)
    }

    /// Creates a plan with other root paths for mappings that are compiled in a plan.
    ///
    /// - Parameters:
    ///   - mappings: The mappings of the plan, in the same order, with other root paths.
    ///   - plan: The plan.
    /// - Throws: ``MappingPlanError`` with the problems of the root paths.
    /// - Complexity: O(mappings), independent of their attributes.
    package init(
        _ mappings: MappingSet, compiledIn plan: MappingPlan
    ) throws(MappingPlanError) {
        var compiler = PlanCompiler(mappings, plan.model)
        compiler.compileRoots(using: plan)
        guard compiler.problems.isEmpty else {
            throw MappingPlanError(problems: compiler.problems)
        }
        model = plan.model
        self.mappings = mappings
        // Other roots reach other mappings.
        warnings = plan.warnings.filter { $0.code != .idle }
        entities = plan.entities
        taken = plan.taken
        trie = plan.trie
        dynamics = plan.dynamics
        roots = compiler.roots
        connections = plan.connections
        spaces = plan.spaces
        indexes = plan.indexes
        ownPlans = plan.ownPlans
        freshEntities = compiler.freshEntities
        restrictsOperations = plan.restrictsOperations
    }
}
