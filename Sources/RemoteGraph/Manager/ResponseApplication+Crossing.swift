import ObjectGraph
import OutboxEntries
import RemotePlanning

/// Responses that cross: what a change has sent is kept from responses to earlier requests.
extension ResponseApplication {
    /// The name of the edit that the request sends.
    var editName: String { job.entry?.id ?? "request-\(start)" }

    /// The edits that the server has answered since the request began, without its own.
    var crossingEdits: [PendingEdit] {
        guard start > 0 else { return [] }
        return order.crossingEdits.edits(since: start).filter { $0.id != editName }
    }

    /// Notes the edit that a change has sent, before the response is saved.
    ///
    /// - Parameters:
    ///   - isDeletion: Whether the objects of the request are deleted, or else saved.
    ///   - context: The unit of work that applies the response, with the objects as they were.
    /// - Throws: `StoreError` if the objects cannot be read.
    func noteEdit(isDeletion: Bool, in context: ManagedObjectContext) throws {
        if let entry = job.entry {
            guard let edit = try context.current(entry)?.pendingEdit else { return }
            return order.crossingEdits.note(edit)
        }
        for case let object? in try job.sent.map(context.object) {
            let identity = plan.identification(of: object.entity).map { ($0, object[$0]) }
            order.crossingEdits.note(
                PendingEdit(
                    isDeletion
                        ? .deletion(
                            entity: object.entity.name,
                            identity: Dictionary(uniqueKeysWithValues: identity))
                        : .creation,
                    id: editName, root: object.objectID.entityName, number: object.number))
        }
    }
}
