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
    /// - Throws: `StoreError` if the store fails.
    func noteSaving(in context: ManagedObjectContext) throws {
        if try noteEntry(in: context) { return }
        for object in job.sent { note(.creation, of: object) }
    }

    /// Notes the deletion that a change has sent, before its object is deleted here.
    ///
    /// - Throws: `StoreError` if the store fails.
    func noteDeletion(in context: ManagedObjectContext) throws {
        if try noteEntry(in: context) { return }
        guard let target = job.target, let object = try context.object(with: target) else { return }
        let identity = plan.identification(of: object.entity).map { ($0, object[$0]) }
        note(
            .deletion(
                entity: object.entity.name, identity: Dictionary(uniqueKeysWithValues: identity)),
            of: target)
    }

    /// Notes the edit of the outbox's entry; returns `false` if the request sends none.
    private func noteEntry(in context: ManagedObjectContext) throws -> Bool {
        guard let entry = job.entry else { return false }
        if let edit = try context.current(entry)?.pendingEdit { order.crossingEdits.note(edit) }
        return true
    }

    private func note(_ edit: PendingEdit.Kind, of object: ManagedObjectID) {
        order.crossingEdits.note(
            PendingEdit(edit, id: editName, root: object.entityName, number: object.number))
    }
}
