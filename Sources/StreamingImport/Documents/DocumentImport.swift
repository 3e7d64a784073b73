public import EntityMapper
public import ObjectGraph
public import Payload

/// Imports a file with all root paths of a plan: several arrays and maps of a document, each of any
/// size, and what is beside them.
///
/// The records of each root path that is an array, or the members of an object with
/// `forcesCollectionMapping`, are streamed in a pass of their own; lines need one pass. The values
/// of other root paths, and documents of other formats than JSON, are mapped as a whole, in one
/// transaction.
///
/// ```swift
/// var document = try DocumentImport(plan)
/// document.options.checkpoint = "shop"
/// let result = try await document.run(file: "shop.json", in: container)
/// print(result.records, result.total.inserted)
/// ```
///
/// With a checkpoint, an import that was cancelled or killed continues at the root path and record
/// that it had reached, and one that has finished does nothing. The checkpoints are found by the
/// content of the file, whatever its name.
public struct DocumentImport: Sendable {
    /// The compiled mappings.
    public let plan: MappingPlan
    /// The form of the file.
    public let form: Form
    /// The options for reading the file and handling issues.
    ///
    /// ``ImportOptions/checkpoint`` is the first part of the names of the checkpoints; give another
    /// one after a change of the mappings.
    public var options: ImportOptions
    /// The values of paths that begin with `@metadata`; see ``ImportOperation/metadata``.
    public var metadata: [String: Value] = [:]
    /// The names of the columns, if the records at the top are rows: arrays of values below a
    /// header.
    ///
    /// A file whose first row is a header, with at least half of the columns, is read by that; the
    /// columns of another file are these. Rows with another number of values are issues.
    public var columns: [String]?
    /// The maximum size of a document that is mapped as a whole, in bytes; 256 MiB by default.
    public var documentBytes = 1 << 28
    /// The account of several imports, to which this one is added.
    package var account: ImportAccount?
    /// The plans of single records, by the mapping of a root path.
    let recordPlans: [String: MappingPlan]

    /// The form of a file.
    public enum Form: Sendable {
        /// One JSON document.
        case json
        /// Lines of JSON, each a payload with all root paths.
        case lines
        /// A document of another format, which is parsed as a whole.
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
