import EntityMapper
import MercatorPayload
import ObjectGraph

/// Calling the hooks of mappings.
extension RepresentationPass {
    /// Returns the representation after the mapping's hook.
    ///
    /// If the representation has a key, it is passed as `key`.
    mutating func finished(
        _ node: PayloadNode, of object: RepresentedObject, by plan: EntityPlan, key: String?
    ) throws(MappingError) -> PayloadNode {
        guard let hook = plan.didWrite, case .object(let members) = node else { return node }
        guard let key else { return .object(try call(hook, object, members)) }
        guard members.count == 1, case .object(let inner) = members[0].value else { return node }
        return .object([PayloadNode.Member(key, .object(try call(hook, object, inner)))])
    }

    private mutating func call(
        _ hook: WritingHook, _ object: RepresentedObject, _ members: [PayloadNode.Member]
    ) throws(MappingError) -> [PayloadNode.Member] {
        let changes = MemberChanges(members)
        var values = changes.values
        do {
            graph.release()
            try hook.body(context.object(root: object.root, object.number), &values)
            return try changes.applying(values).map(changes.nodes) ?? members
        } catch let error as MemberChanges.Unwritable {
            throw MappingError(
                .unwritableValue,
                "\(objectID(of: object)): the hook '\(hook.name)' left a number for '\(error.key)' that "
                    + "is infinite, which no payload can have")
        } catch {
            throw MappingError(
                .hookFailed, "\(objectID(of: object)): the hook '\(hook.name)' failed: \(error)",
                cause: error)
        }
    }
}
