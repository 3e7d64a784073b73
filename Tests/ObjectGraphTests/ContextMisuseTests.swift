import ObjectGraph
import TestSupport
import Testing

/// The compiler keeps objects in their unit of work; contexts that are created directly can
/// still be confused.
@Suite("Objects of another context", .debugBuild)
struct ContextMisuseTests {
    private static func contexts() throws -> (ManagedObjectContext, ManagedObjectContext) {
        let model = try ManagedObjectModel([
            EntityDescription("Node", relationships: [.toOne("next", "Node")])
        ])
        let backend = try InMemoryStore().open(for: model).backend
        return (
            ManagedObjectContext(model: model, backend: backend),
            ManagedObjectContext(model: model, backend: backend)
        )
    }

    @Test func `cannot be related`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let (left, right) = try Self.contexts()
            left.insert("Node")[toOne: "next"] = right.insert("Node")
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            message.contains(
                "Node.next: Node/2 belongs to another context; find it again with "
                    + "context.object(with: id)"))
    }

    @Test func `cannot be deleted`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let (left, right) = try Self.contexts()
            left.delete(right.insert("Node"))
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("Node/1 belongs to another context"))
    }

    @Test func `a savepoint of another context`() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let (first, second) = try Self.contexts()
            second.rollback(to: first.savepoint())
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("the savepoint belongs to another context; roll that one back"))
    }
}
