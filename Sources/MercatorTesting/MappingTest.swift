public import EntityMapper
public import MercatorPayload
public import ObjectGraph

/// A test that maps a payload in a dedicated store and verifies expectations.
///
/// It works with every test framework, because it only throws: the error lists all expectations
/// that are not met, and the actual results.
///
/// ```swift
/// var test = try MappingTest(mappings, for: model, payload: fixtures.document("articles.json"))
/// test.expect(
///     .attribute(from: "id", to: "articleID", is: 7, at: "articles[0]"),
///     .relationship(from: "tags", to: "tags", is: [["name": "swift"]], at: "articles[0]"),
///     .connection(for: "author", leadsTo: .objects([["authorID": 3]]), at: "articles[0]"),
///     .noIssues)
/// try test.verify()
/// ```
///
/// A record is identified by its path in the payload, which distinguishes a parent from a
/// child with the same keys; by default, the first record of a root path is meant. Each call
/// of ``verify()``, ``evaluate(_:)`` and ``run()`` maps the payload again into an empty
/// in-memory store.
public struct MappingTest: Sendable {
    /// The compiled mappings.
    public let plan: MappingPlan
    /// The payload to map.
    public let payload: PayloadDocument
    /// The options of the operation.
    public var options = MappingOptions()
    /// The values of paths that begin with `@metadata`.
    public var metadata: [String: Value] = [:]
    /// The expectations to verify after mapping.
    public private(set) var expectations: [MappingExpectation] = []
    private var preparations: [Preparation] = []

    /// A step that fills the store before the test.
    private enum Preparation: Sendable {
        case work(@Sendable (ManagedObjectContext) throws -> Void)
        case payload(PayloadDocument)
    }

    /// Creates a test of a compiled plan.
    ///
    /// - Parameters:
    ///   - plan: The compiled mappings with their root paths.
    ///   - payload: The payload to map.
    public init(_ plan: MappingPlan, payload: PayloadDocument) {
        self.plan = plan
        self.payload = payload
    }

    /// Creates a test of a compiled plan, parsing the payload.
    ///
    /// - Parameters:
    ///   - plan: The compiled mappings with their root paths.
    ///   - payload: The payload to map.
    /// - Throws: `PayloadError` if the payload is not valid JSON.
    public init(_ plan: MappingPlan, payload: some PayloadConvertible) throws(PayloadError) {
        self.init(plan, payload: try PayloadDocument(payload))
    }

    /// Creates a test of mappings.
    ///
    /// - Parameters:
    ///   - mappings: The mappings with their root paths.
    ///   - model: The model of the mappings.
    ///   - payload: The payload to map.
    ///   - rootPath: The path where root paths start, such as the envelope of a response.
    /// - Throws: `MappingPlanError` if the mappings do not fit the model, `PayloadError` if the
    ///   payload is not valid JSON.
    public init(
        _ mappings: MappingSet, for model: ManagedObjectModel, payload: some PayloadConvertible,
        at rootPath: some PayloadPathConvertible = PayloadPath.root
    ) throws {
        let mappings = mappings.beginning(at: PayloadPath(declared: rootPath))
        self.init(
            try MappingPlan(mappings, for: model), payload: try PayloadDocument(payload))
    }

    /// Creates a test of a single mapping without dependencies.
    ///
    /// - Parameters:
    ///   - mapping: The mapping.
    ///   - model: The model of the mapping.
    ///   - payload: The payload to map.
    ///   - rootPath: The path of the representations in the payload.
    /// - Throws: `MappingPlanError` if the mapping does not fit the model, `PayloadError` if the
    ///   payload is not valid JSON.
    public init(
        _ mapping: EntityMapping, for model: ManagedObjectModel, payload: some PayloadConvertible,
        at rootPath: some PayloadPathConvertible = PayloadPath.root
    ) throws {
        try self.init(
            MappingSet([mapping], roots: [PayloadPath.root: mapping.name]), for: model,
            payload: payload,
            at: rootPath)
    }
}

extension MappingTest {
    /// Adds expectations.
    ///
    /// - Parameters:
    ///   - expectations: The expectations, which are all verified.
    ///   - fileID: The file of expectations without an explicit location.
    ///   - line: The line of expectations without an explicit location.
    public mutating func expect(
        _ expectations: MappingExpectation..., fileID: String = #fileID, line: Int = #line
    ) {
        for var expectation in expectations {
            expectation.callSite = expectation.callSite ?? CallSite(fileID, line)
            self.expectations.append(expectation)
        }
    }

    /// Inserts objects into the store before the payload is mapped.
    ///
    /// - Parameter insert: Inserts the objects; the context is saved afterwards.
    public mutating func preload(
        _ insert: @escaping @Sendable (ManagedObjectContext) throws -> Void
    ) {
        preparations.append(.work(insert))
    }

    /// Maps another payload with the same plan beforehand.
    ///
    /// - Parameter document: The payload; any issue makes the test fail.
    public mutating func preload(_ document: PayloadDocument) {
        preparations.append(.payload(document))
    }

    /// Parses another payload and maps it with the same plan beforehand.
    ///
    /// - Parameter payload: The payload; any issue makes the test fail.
    /// - Throws: `PayloadError` if the payload is not valid JSON.
    public mutating func preload(_ payload: some PayloadConvertible) throws(PayloadError) {
        preload(try PayloadDocument(payload))
    }

    /// Maps the payload and verifies all expectations.
    ///
    /// - Throws: ``MappingTestError`` with all expectations that are not met.
    public func verify() throws(MappingTestError) {
        let failures = try run().failures(of: expectations)
        guard failures.isEmpty else {
            throw MappingTestError(failures: failures, expectationCount: expectations.count)
        }
    }

    /// Maps the payload and evaluates a single expectation.
    ///
    /// - Parameter expectation: The expectation, which does not have to be one of ``expectations``.
    /// - Returns: `true` if the expectation is met.
    /// - Throws: ``MappingTestError`` if preloading fails.
    public func evaluate(_ expectation: MappingExpectation) throws(MappingTestError) -> Bool {
        try run().failures(of: [expectation]).isEmpty
    }

    /// Maps the payload, for checks beyond the available expectations.
    ///
    /// - Returns: The outcome and the store.
    /// - Throws: ``MappingTestError`` if preloading fails.
    public func run() throws(MappingTestError) -> MappingTestRun {
        let recorder = MappingRecorder()
        var operation = MappingOperation(plan, options: options)
        operation.metadata = metadata
        let container: PersistentContainer
        do {
            container = try PersistentContainer(model: plan.model, store: InMemoryStore())
            for preparation in preparations { try prepare(container, preparation, operation) }
        } catch {
            throw MappingTestError(preparation: error)
        }
        operation.observer = recorder
        let outcome = Result { try operation.run(payload, in: container) }
        return MappingTestRun(
            plan: plan, container: container, outcome: outcome, recording: recorder.recording)
    }

    private func prepare(
        _ container: PersistentContainer, _ preparation: Preparation,
        _ operation: MappingOperation
    ) throws {
        switch preparation {
        case .work(let insert):
            try container.perform { context in
                try insert(context)
                try context.save()
            }
        case .payload(let document):
            try operation.run(document, in: container).requireNoIssues()
        }
    }
}

extension MappingTest: CustomStringConvertible, CustomReflectable {
    /// The number of expectations, followed by one line for each of the first expectations.
    public var description: String {
        let count = TextLines.count(expectations.count, "expectation")
        return expectations.isEmpty
            ? "MappingTest, \(count)"
            : "MappingTest, \(count):\n\(TextLines(expectations, limit: 20).bulleted)"
    }

    /// The plan, the payload and the number of expectations.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: ["plan": plan, "payload": payload, "expectations": expectations.count])
    }
}
