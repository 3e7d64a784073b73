public import EntityMapper
public import MercatorPayload
public import ObjectGraph

/// Imports a file of any size with all root paths of a plan.
///
/// Each root path with an array, or with an object and `forcesCollectionMapping`, is streamed in a
/// separate pass; lines need one pass. Further root paths, and documents in formats other than
/// JSON, are mapped as a whole in one transaction.
///
/// ```swift
/// var document = try DocumentImport(plan)
/// document.options.checkpoint = "shop"
/// let result = try await document.run(file: "shop.json", in: container)
/// print(result.records, result.total.inserted)
/// ```
///
/// With a checkpoint, a cancelled or killed import continues at the root path and record reached,
/// and a finished one has no effect. Checkpoints are found by the content of the file, not by its
/// name.
public struct DocumentImport: Sendable {
    /// The compiled mappings.
    public let plan: MappingPlan
    /// The form of the file.
    public let form: Form
    /// The options for reading the file and handling issues.
    ///
    /// ``ImportOptions/checkpoint`` is the prefix of the checkpoint names. Change it when the
    /// mappings change.
    public var options: ImportOptions
    /// The values of paths that begin with `@metadata`; see ``ImportOperation/metadata``.
    public var metadata: [String: Value] = [:]
    /// The column names of root records that are rows, which are arrays of values.
    ///
    /// If the first row is a header with at least half of the columns, its names are used instead.
    /// Rows with a different number of values are issues.
    public var columns: [String]?
    /// The maximum size of a document that is mapped as a whole, in bytes; 256 MiB by default.
    public var documentBytes = 1 << 28
    /// A shared account of several imports.
    package var account: ImportAccount?
    /// The plans of single records, by the mapping of a root path.
    let recordPlans: [String: MappingPlan]

    /// The form of a file.
    public enum Form: Sendable {
        /// One JSON document.
        case json
        /// Lines of JSON, each a payload with all root paths.
        case lines
        /// A document in a different format, which is parsed as a whole.
        case other(@Sendable ([UInt8]) throws -> PayloadDocument)

        /// Indicates whether parts of a file can be read on their own.
        var isDivisible: Bool {
            if case .lines = self { true } else { false }
        }
    }

    /// Creates an import, which can be run for any number of files.
    ///
    /// - Parameters:
    ///   - plan: The compiled mappings, with root paths.
    ///   - form: The form of the files.
    ///   - options: The options for reading the files and handling issues.
    /// - Throws: ``ImportError`` with code `unclearMapping` if the plan has no root paths.
    public init(
        _ plan: MappingPlan, form: Form = .json, options: ImportOptions = ImportOptions()
    ) throws {
        let roots = plan.mappings.roots
        guard !roots.isEmpty else {
            throw ImportError(.unclearMapping, "expected a plan with root paths, found none")
        }
        self.plan = plan
        self.form = form
        self.options = options
        var plans: [String: MappingPlan] = [:]
        for name in Set(roots.map(\.mapping)) {
            plans[name] = try ImportOperation(plan, mapping: name).plan
        }
        recordPlans = plans
    }
}
