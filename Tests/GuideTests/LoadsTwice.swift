import Mercator
import Testing

/// Repeats every load of a guide, and checks that the second one changes nothing.
///
/// The blocks of the guides are unchanged: a call without default arguments selects these
/// overloads, since they have fewer parameters. Calls with those arguments select the library's
/// methods. Operations without such parameters, such as `ConnectionOperation`, are repeated in the
/// tests.
extension MappingOperation {
    func run(
        _ payload: some PayloadConvertible, in container: PersistentContainer
    ) throws -> MappingResult {
        // A memory is for repeated loads of bytes: its guide repeats them itself.
        try memory == nil
            ? run(PayloadDocument(payload), in: container)
            : run(payload, in: container, into: nil)
    }

    func run(
        _ document: PayloadDocument, in container: PersistentContainer
    ) throws -> MappingResult {
        let first = try run(document, in: container, into: nil)
        if options.identityLookup == .insertOnly {
            let error = #expect(throws: MappingError.self) {
                try run(document, in: container, into: nil)
            }
            #expect(error?.code == .identityExists, "a load that looks nothing up says so")
        } else if SecondLoad.insertions > 0 {
            try container.perform { context in
                let again = try operationWithoutObserver.run(document, in: context, into: nil)
                SecondLoad.expectInsertions(again.total)
            }
        } else {
            SecondLoad.expectNothing(try dryRun(document, in: container, into: nil).changes)
            let again = try operationWithoutObserver.run(document, in: container, into: nil)
            SecondLoad.expectNothing(again, after: first)
        }
        return first
    }

    func run(
        _ document: PayloadDocument, in context: ManagedObjectContext
    ) throws -> MappingResult {
        let first = try run(document, in: context, into: nil)
        SecondLoad.expectNothing(try dryRun(document, in: context, into: nil).changes)
        let again = try operationWithoutObserver.run(document, in: context, into: nil)
        SecondLoad.expectNothing(again, after: first)
        return first
    }

    func runInBackground(
        _ payload: some PayloadConvertible & Sendable, in container: PersistentContainer
    ) async throws -> MappingResult {
        let first = try await runInBackground(payload, in: container, into: nil)
        SecondLoad.expectNothing(try dryRun(payload, in: container, into: nil).changes)
        let again = try await runInBackground(payload, in: container, into: nil)
        SecondLoad.expectNothing(again, after: first)
        return first
    }

    /// The operation without observer, so that an observer in a guide is notified of the first load
    /// only.
    private var operationWithoutObserver: MappingOperation {
        var operation = self
        operation.observer = nil
        return operation
    }
}

extension PersistentContainer {
    @discardableResult
    func load(_ payload: some PayloadConvertible) throws -> MappingResult {
        let first = try load(payload, options: MappingOptions())
        SecondLoad.expectNothing(try load(payload, options: MappingOptions()), after: first)
        return first
    }

    @discardableResult
    func load<E: Entity>(
        _ payload: some PayloadConvertible, as type: E.Type
    ) throws -> MappingResult {
        let first = try load(payload, as: type, options: MappingOptions())
        SecondLoad.expectNothing(
            try load(payload, as: type, options: MappingOptions()), after: first)
        return first
    }
}

extension ImportOperation {
    func run(file path: String, in container: PersistentContainer) throws -> Result {
        let first = try run(file: path, in: container, progress: nil)
        SecondLoad.expectNothing(try run(file: path, in: container, progress: nil), after: first)
        return first
    }

    func run(file path: String, in container: PersistentContainer) async throws -> Result {
        let first = try await run(file: path, in: container, progress: nil)
        let again = try await run(file: path, in: container, progress: nil)
        SecondLoad.expectNothing(again, after: first)
        return first
    }

    func run(_ chunks: [[UInt8]], in container: PersistentContainer) throws -> Result {
        let first = try run(chunks, in: container, progress: nil)
        SecondLoad.expectNothing(try run(chunks, in: container, progress: nil), after: first)
        return first
    }

    func run(
        _ chunks: AsyncStream<[UInt8]>, in container: PersistentContainer
    ) async throws -> Result {
        let read = await chunks.reduce(into: []) { $0.append($1) }
        let first = try await run(AsyncStream(replaying: read), in: container, progress: nil)
        let again = try await run(AsyncStream(replaying: read), in: container, progress: nil)
        SecondLoad.expectNothing(again, after: first)
        return first
    }
}

extension PlainMapping where Mapped: Equatable {
    func run(
        _ payload: some PayloadConvertible,
        at path: some PayloadPathConvertible = PayloadPath.root
    ) throws -> ObjectMappingResult<Mapped> {
        let first = try run(payload, at: path, options: MappingOptions())
        let again = try run(payload, at: path, options: MappingOptions())
        #expect(again.values == first.values)
        #expect(again.issues == first.issues)
        return first
    }
}

extension AsyncStream where Element: Sendable {
    /// Creates a stream that replays its elements, because a stream can be read only once.
    fileprivate init(replaying elements: [Element]) {
        self.init { continuation in
            for element in elements { continuation.yield(element) }
            continuation.finish()
        }
    }
}
