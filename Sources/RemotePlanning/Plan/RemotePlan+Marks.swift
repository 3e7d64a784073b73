package import EntityMapper
package import ObjectGraph

/// The synchronization states of objects.
extension RemotePlan {
    /// Marks an object as edited, unless it is marked as conflicting or the like.
    package func markEdited(_ object: ManagedObject) {
        guard let name = synchronizationAttribute(of: object.entity),
            case .integer(let number) = object[name],
            SynchronizationState(rawValue: number)?.hasEdits == true
        else { return mark(object, .edited) }
    }

    /// Sets the synchronization state of an object if its mapping has an attribute for it.
    package func mark(_ object: ManagedObject, _ state: SynchronizationState) {
        guard let name = synchronizationAttribute(of: object.entity) else { return }
        object[name] = state.attributeValue
    }

    /// Tests whether an object is marked as edited.
    package func isMarkedEdited(_ object: ManagedObject) -> Bool {
        guard let name = synchronizationAttribute(of: object.entity) else { return false }
        return object[name] == SynchronizationState.edited.attributeValue
    }
}
