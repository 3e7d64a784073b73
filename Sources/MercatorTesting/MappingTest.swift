public import EntityMapper
public import ObjectGraph
public import Payload

/// Runs a payload through mappings in a store of its own, and says what did not happen as expected.
///
/// It works in every test framework, since all it does is throw: the error lists every expectation
/// that is not met, and what happened instead.
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
/// A record is named by its place in the payload, so that a parent and a child with the same keys are
/// two things; where it is left out, the first record is meant that a root path led to. Each
/// ``verify()``, ``evaluate(_:)`` and ``run()`` maps the payload anew in an empty store in memory.
public struct MappingTest: Sendable {
    /// The compiled mappings.
    public let plan: MappingPlan
    /// What is mapped.
    public let payload: PayloadDocument
    /// How what does not fit is treated.
    public var options = MappingOptions()
    /// What paths that begin with `@metadata` find.
    public var metadata: [String: Value] = [:]
    /// What must hold after the payload was mapped.
    public private(set) var expectations: [MappingExpectation] = []
    private var preparations: [Preparation] = []

    /// What is in the store before.
    private enum Preparation: Sendable {
        case work(@Sendable (ManagedObjectContext) throws -> Void)
        case payload(PayloadDocument)
    }

    /// Tests a compiled plan.
    ///
    /// - Parameters:
    ///   - plan: The compiled mappings, with their root paths.
    ///   - payload: What is mapped.
    public init(_ plan: MappingPlan, payload: PayloadDocument) {
        self.plan = plan
        self.payload = payload
    }

    /// Tests a compiled plan with a text or bytes.
    ///
    /// - Parameters:
    ///   - plan: The compiled mappings, with their root paths.
    ///   - payload: What is mapped.
    /// - Throws: `PayloadError` if the payload is no JSON.
    public init(_ plan: MappingPlan, payload: some PayloadConvertible) throws(PayloadError) {
        self.init(plan, payload: try PayloadDocument(payload))
    }

    /// Tests mappings.
    ///
    /// - Parameters:
    ///   - mappings: The mappings, with their root paths.
    ///   - model: The model they are for.
    ///   - payload: What is mapped.
    ///   - rootPath: Where in the payload the root paths begin, such as the envelope of a response.
    /// - Throws: `MappingPlanError` if the mappings do not fit the model, `PayloadError` if a text or
    ///   bytes are no JSON.
    public init(
        _ mappings: MappingSet, for model: ManagedObjectModel, payload: some PayloadConvertible,
        at rootPath: some PayloadPathConvertible = PayloadPath.root
    ) throws {
        let mappings = mappings.beginning(at: PayloadPath(declared: rootPath))
        self.init(
            try MappingPlan(mappings, for: model), payload: try PayloadDocument(payload))
    }

    /// Tests a mapping that needs no other one.
    ///
    /// - Parameters:
    ///   - mapping: The mapping.
    ///   - model: The model it is for.
    ///   - payload: What is mapped.
    ///   - rootPath: Where in the payload its representations are.
    /// - Throws: `MappingPlanError` if the mapping does not fit the model, `PayloadError` if a text or
    ///   bytes are no JSON.
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
    /// Adds what must hold after the payload was mapped.
    ///
    /// - Parameters:
    ///   - expectations: Any number of them; all are checked.
    ///   - fileID: The file of expectations that do not know theirs.
    ///   - line: The line of expectations that do not know theirs.
    public mutating func expect(
        _ expectations: MappingExpectation..., fileID: String = #fileID, line: Int = #line
    ) {
        for var expectation in expectations {
            expectation.place = expectation.place ?? SourcePlace(fileID, line)
            self.expectations.append(expectation)
        }
    }

    /// Puts objects into the store before the payload is mapped.
    ///
    /// - Parameter insert: Inserts them; saving is done afterwards.
    public mutating func preload(
        _ insert: @escaping @Sendable (ManagedObjectContext) throws -> Void
    ) {
        preparations.append(.work(insert))
    }

    /// Maps another payload before, by the same plan.
    ///
    /// - Parameter document: The payload; anything that does not fit makes the test fail.
    public mutating func preload(_ document: PayloadDocument) {
        preparations.append(.payload(document))
    }

    /// Maps a text or bytes before, by the same plan.
    ///
    /// - Parameter payload: The payload; anything that does not fit makes the test fail.
    /// - Throws: `PayloadError` if the payload is no JSON.
    public mutating func preload(_ payload: some PayloadConvertible) throws(PayloadError) {
        preload(try PayloadDocument(payload))
    }

    /// Maps the payload and checks all expectations.
    ///
    /// - Throws: ``MappingTestError`` with every expectation that is not met.
    public func verify() throws(MappingTestError) {
        let failures = try run().failures(of: expectations)
        guard failures.isEmpty else {
            throw MappingTestError(failures: failures, expectationCount: expectations.count)
        }
    }

    /// Maps the payload and checks one expectation.
    ///
    /// - Parameter expectation: The expectation; it need not be among ``expectations``.
    /// - Returns: Whether it is met.
    /// - Throws: ``MappingTestError`` if what should be there before cannot be saved.
    public func evaluate(_ expectation: MappingExpectation) throws(MappingTestError) -> Bool {
        try run().failures(of: [expectation]).isEmpty
    }

    /// Maps the payload, for questions that no expectation asks.
    ///
    /// - Returns: What came of it, and the store.
    /// - Throws: ``MappingTestError`` if what should be there before cannot be saved.
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
    /// What is expected, a line for each expectation.
    public var description: String {
        let count = TextLines.count(expectations.count, "expectation")
        return expectations.isEmpty
            ? "MappingTest, \(count)"
            : "MappingTest, \(count):\n\(TextLines(expectations, limit: 20).bulleted)"
    }

    /// The plan, the payload and how many expectations there are.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: ["plan": plan, "payload": payload, "expectations": expectations.count])
    }
}
