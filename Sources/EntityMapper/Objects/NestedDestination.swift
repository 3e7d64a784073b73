import Payload

/// A property that nested values go to.
protocol NestedDestination<Mapped>: Sendable {
    associatedtype Mapped
    associatedtype Nested

    var keyPath: AnyKeyPath { get }
    /// Whether there may be several.
    var isMany: Bool { get }
    /// Whether there may be none.
    var acceptsNothing: Bool { get }
    /// Whether several have an order.
    var isOrdered: Bool { get }
    /// The nested values that are there; `nil` for `nil`.
    func values(in mapped: Mapped) -> [Nested]?
    /// Puts nested values where they belong, unless they are there already.
    ///
    /// - Parameters:
    ///   - items: The values; `nil` for `null`.
    ///   - isComplete: Whether none of the payload is missing among them.
    ///   - mapped: The value around.
    /// - Returns: Whether the property was set.
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

/// A property that always has a value.
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

/// An array, a set, or an optional one of these.
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
        // Without the elements that failed, nobody can tell which values fell out: all stay.
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
        for (place, item) in items.enumerated() {
            let new = item.make()
            guard let match = known.take(new, near: place), let kept = item.update(old[match])
            else {
                values.append(new)
                isChanged = true
                continue
            }
            if kept.isChanged, !isSameInstance(kept.value, old[match]) { isChanged = true }
            if keepsOthers {
                values[match] = kept.value
            } else {
                // A set has no order to keep.
                isChanged = isChanged || (match != place && isOrdered)
                values.append(kept.value)
            }
        }
        guard isChanged || found == nil else { return false }
        mapped[keyPath: path] = Collection(nestedValues: values)
        return true
    }
}

extension PreparedObject {
    /// The value to have in the place of another one: that one, updated, if it is equal.
    fileprivate func value(insteadOf old: Mapped?) -> (Mapped, isChanged: Bool) {
        let new = make()
        var known = EqualValues(old.map { [$0] } ?? [])
        guard let old, known.take(new, near: 0) != nil, let kept = update(old) else {
            return (new, true)
        }
        return (kept.value, kept.isChanged && !isSameInstance(kept.value, old))
    }
}

/// Whether both are one instance of a class, so that nothing has to be put back.
private func isSameInstance(_ left: Any, _ right: Any) -> Bool {
    guard type(of: left) is AnyObject.Type, type(of: right) is AnyObject.Type else { return false }
    return left as AnyObject === right as AnyObject
}
