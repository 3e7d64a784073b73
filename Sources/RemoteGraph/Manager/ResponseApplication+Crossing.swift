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

    /// Notes the edit of the outbox's entry, before the unit of work ends the entry.
    ///
    /// - Throws: `StoreError` if the store fails.
    func noteEntry(in context: ManagedObjectContext) throws {
        guard let edit = try job.entry.flatMap(context.current)?.pendingEdit else { return }
        order.crossingEdits.note(edit)
    }

    /// Notes that a change without an entry has sent objects, before the response is saved.
    func noteSaving() {
        guard job.entry == nil else { return }
        for object in job.sent { note(.creation, of: object) }
    }

    /// Notes the deletion that a request without an entry has sent, before its object is deleted
    /// here.
    ///
    /// - Throws: `StoreError` if the store fails.
    func noteDeletion(in context: ManagedObjectContext) throws {
        guard job.entry == nil, let target = job.target,
            let object = try context.object(with: target)
        else { return }
        let identity = plan.identification(of: object.entity).map { ($0, object[$0]) }
        note(
            .deletion(
                entity: object.entity.name, identity: Dictionary(uniqueKeysWithValues: identity)),
            of: target)
    }

    private func note(_ edit: PendingEdit.Kind, of object: ManagedObjectID) {
        order.crossingEdits.note(
            PendingEdit(edit, id: editName, root: object.entityName, number: object.number))
    }
}
