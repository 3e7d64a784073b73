/// Comparisons with a ``Value``, the type of untyped reads.
///
/// ```swift
/// let same: EntityPredicate = .attribute("remoteID") == object["remoteID"]
/// ```
///
/// ``Value/null`` is equivalent to `nil`.
extension PropertyPath {
    /// Returns a predicate that holds if the attribute has this value.
    public static func == (path: PropertyPath, value: Value) -> EntityPredicate {
        path.compared(.equal, value)
    }
    /// Returns a predicate that holds if the attribute has another value, or is null.
    public static func != (path: PropertyPath, value: Value) -> EntityPredicate {
        path.compared(.notEqual, value)
    }
    /// Returns a predicate that holds if the attribute has a value less than this one.
    public static func < (path: PropertyPath, value: Value) -> EntityPredicate {
        path.compared(.less, value)
    }
    /// Returns a predicate that holds if the attribute has this value or a lesser one.
    public static func <= (path: PropertyPath, value: Value) -> EntityPredicate {
        path.compared(.lessOrEqual, value)
    }
    /// Returns a predicate that holds if the attribute has a value greater than this one.
    public static func > (path: PropertyPath, value: Value) -> EntityPredicate {
        path.compared(.greater, value)
    }
    /// Returns a predicate that holds if the attribute has this value or a greater one.
    public static func >= (path: PropertyPath, value: Value) -> EntityPredicate {
        path.compared(.greaterOrEqual, value)
    }

    /// Returns a predicate that holds if the attribute has one of these values.
    public func isIn(_ values: [Value]) -> EntityPredicate {
        EntityPredicate(.membership(self, values))
    }
    /// Returns a predicate that holds for a value from `lower` to `upper`, inclusive.
    public func isBetween(_ lower: Value, and upper: Value) -> EntityPredicate {
        EntityPredicate(.range(self, lower: lower, upper: upper))
    }
}

/// Comparisons with an optional ``Value``.
extension PropertyPath {
    /// Returns a predicate that holds if the attribute has this value.
    ///
    /// With `nil`, it holds if the attribute or to-one relationship is null, or the to-many
    /// relationship is empty.
    public static func == (path: PropertyPath, value: Value?) -> EntityPredicate {
        path.compared(.equal, value ?? .null)
    }
    /// Returns a predicate that holds if the attribute has another value, or is null.
    ///
    /// With `nil`, it holds if the attribute or to-one relationship is not null, or the to-many
    /// relationship is not empty.
    public static func != (path: PropertyPath, value: Value?) -> EntityPredicate {
        path.compared(.notEqual, value ?? .null)
    }
    /// Returns a predicate that holds if the attribute has a value less than this one.
    ///
    /// With `nil`, it never holds.
    public static func < (path: PropertyPath, value: Value?) -> EntityPredicate {
        path.compared(.less, value ?? .null)
    }
    /// Returns a predicate that holds if the attribute has this value or a lesser one.
    ///
    /// With `nil`, it never holds.
    public static func <= (path: PropertyPath, value: Value?) -> EntityPredicate {
        path.compared(.lessOrEqual, value ?? .null)
    }
    /// Returns a predicate that holds if the attribute has a value greater than this one.
    ///
    /// With `nil`, it never holds.
    public static func > (path: PropertyPath, value: Value?) -> EntityPredicate {
        path.compared(.greater, value ?? .null)
    }
    /// Returns a predicate that holds if the attribute has this value or a greater one.
    ///
    /// With `nil`, it never holds.
    public static func >= (path: PropertyPath, value: Value?) -> EntityPredicate {
        path.compared(.greaterOrEqual, value ?? .null)
    }
}
