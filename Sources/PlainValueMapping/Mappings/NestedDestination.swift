import EntityMapper
import MercatorPayload

/// A property that nested values are assigned to.
protocol NestedDestination<Mapped>: Sendable {
    associatedtype Mapped
    associatedtype Nested

    var keyPath: AnyKeyPath { get }
    /// Indicates whether the property can hold several values.
    var isMany: Bool { get }
    /// Indicates whether the property can be empty or nil.
    var acceptsNothing: Bool { get }
    /// Indicates whether the values of the property are ordered.
    var isOrdered: Bool { get }
    /// Returns the current nested values; `nil` if the property is `nil`.
    func values(in mapped: Mapped) -> [Nested]?
    /// Assigns nested values, unless the property already has them.
    ///
    /// - Parameters:
    ///   - items: The values; `nil` for `null`.
    ///   - isComplete: Whether all values of the payload are included.
    ///   - mapped: The enclosing value.
    /// - Returns: `true` if the property was set.
    func assign(
        _ items: [PreparedObject<Nested>]?, isComplete: Bool, to mapped: inout Mapped
    ) -> Bool
}

/// An optional property.
struct ToOneDestination<Mapped, Nested>: NestedDestination {
    let path: any WritableKeyPath<Mapped, Nested?> & Sendable

    var keyPath: AnyKeyPath { path }
    var isMany: Bool { false }
    var acceptsNothing: Bool { true }
    var isOrdered: Bool { true }

    init(keyPath: any WritableKeyPath<Mapped, Nested?> & Sendable) { path = keyPath }

    func values(in mapped: Mapped) -> [Nested]? { mapped[keyPath: path].map { [$0] } }

    func assign(
        _ items: [PreparedObject<Nested>]?, isComplete: Bool, to mapped: inout Mapped
    ) -> Bool {
        let old = mapped[keyPath: path]
        guard let item = items?.first else {
            guard old != nil else { return false }
            mapped[keyPath: path] = nil
            return true
        }
        let (value, isChanged) = item.value(insteadOf: old)
        if isChanged { mapped[keyPath: path] = value }
        return isChanged
    }
}

/// A required property.
struct MandatoryDestination<Mapped, Nested>: NestedDestination {
    let path: any WritableKeyPath<Mapped, Nested> & Sendable

    var keyPath: AnyKeyPath { path }
    var isMany: Bool { false }
    var acceptsNothing: Bool { false }
    var isOrdered: Bool { true }

    init(keyPath: any WritableKeyPath<Mapped, Nested> & Sendable) { path = keyPath }

    func values(in mapped: Mapped) -> [Nested]? { [mapped[keyPath: path]] }

    func assign(
        _ items: [PreparedObject<Nested>]?, isComplete: Bool, to mapped: inout Mapped
    ) -> Bool {
        guard let item = items?.first else { return false }
        let (value, isChanged) = item.value(insteadOf: mapped[keyPath: path])
        if isChanged { mapped[keyPath: path] = value }
        return isChanged
    }
}

/// A property whose type is an array, a set, or an optional of these.
struct ToManyDestination<Mapped, Collection: ObjectCollection>: NestedDestination {
    let path: any WritableKeyPath<Mapped, Collection> & Sendable
    let policy: AssignmentPolicy

    var keyPath: AnyKeyPath { path }
    var isMany: Bool { true }
    var acceptsNothing: Bool { true }
    var isOrdered: Bool { Collection.keepsOrder }

    init(keyPath: any WritableKeyPath<Mapped, Collection> & Sendable, policy: AssignmentPolicy) {
        path = keyPath
        self.policy = policy
    }

    func values(in mapped: Mapped) -> [Collection.Nested]? {
        Collection.nestedValues(of: mapped[keyPath: path])
    }

    func assign(
        _ items: [PreparedObject<Collection.Nested>]?, isComplete: Bool, to mapped: inout Mapped
    ) -> Bool {
        let found = Collection.nestedValues(of: mapped[keyPath: path])
        let old = found ?? []
        // If elements failed, the removed values are unknown, so all previous values are kept.
        let keepsOthers = policy == .union || !isComplete
        guard let items else {
            let empty = Collection(nestedValues: nil)
            let becomesNil = Collection.nestedValues(of: empty) == nil
            guard !keepsOthers, !old.isEmpty || (found == nil) != becomesNil else { return false }
            mapped[keyPath: path] = empty
            return true
        }
        var values = keepsOthers ? old : []
        var known = EqualValues(old)
        var isChanged = !keepsOthers && items.count != old.count
        for (index, item) in items.enumerated() {
            let new = item.make()
            guard let match = known.take(new, near: index), let kept = item.update(old[match])
            else {
                values.append(new)
                isChanged = true
                continue
            }
            if kept.isChanged, !isSameInstance(kept.value, old[match]) { isChanged = true }
            if keepsOthers {
                values[match] = kept.value
            } else {
                // The order of a set is not relevant.
                isChanged = isChanged || (match != index && isOrdered)
                values.append(kept.value)
            }
        }
        guard isChanged || found == nil else { return false }
        mapped[keyPath: path] = Collection(nestedValues: values)
        return true
    }
}

extension PreparedObject {
    /// Returns the updated old value if it equals the new value; otherwise the new value.
    fileprivate func value(insteadOf old: Mapped?) -> (Mapped, isChanged: Bool) {
        let new = make()
        var known = EqualValues(old.map { [$0] } ?? [])
        guard let old, known.take(new, near: 0) != nil, let kept = update(old) else {
            return (new, true)
        }
        return (kept.value, kept.isChanged && !isSameInstance(kept.value, old))
    }
}

/// Tests whether both values are the same class instance, so that nothing needs to be assigned.
private func isSameInstance(_ left: Any, _ right: Any) -> Bool {
    guard type(of: left) is AnyObject.Type, type(of: right) is AnyObject.Type else { return false }
    return left as AnyObject === right as AnyObject
}
