/// Comparisons with a ``Value``, which every read by name gives.
///
/// ```swift
/// let same: EntityPredicate = .attribute("remoteID") == object["remoteID"]
/// ```
///
/// ``Value/null`` means the same as `nil`.
extension PropertyPath {
    /// Holds if the attribute has this value.
    public static func == (path: PropertyPath, value: Value) -> EntityPredicate {
        path.compared(.equal, value)
    }
    /// Holds if the attribute has another value, or none.
    public static func != (path: PropertyPath, value: Value) -> EntityPredicate {
        path.compared(.notEqual, value)
    }
    /// Holds if the attribute has a value below this one.
    public static func < (path: PropertyPath, value: Value) -> EntityPredicate {
        path.compared(.less, value)
    }
    /// Holds if the attribute has this value or one below it.
    public static func <= (path: PropertyPath, value: Value) -> EntityPredicate {
        path.compared(.lessOrEqual, value)
    }
    /// Holds if the attribute has a value above this one.
    public static func > (path: PropertyPath, value: Value) -> EntityPredicate {
        path.compared(.greater, value)
    }
    /// Holds if the attribute has this value or one above it.
    public static func >= (path: PropertyPath, value: Value) -> EntityPredicate {
        path.compared(.greaterOrEqual, value)
    }

    /// Holds if the attribute has one of these values.
    public func isIn(_ values: [Value]) -> EntityPredicate {
        EntityPredicate(.membership(self, values))
    }
    /// Holds if the attribute has a value from `lower` to `upper`, both included.
    public func isBetween(_ lower: Value, and upper: Value) -> EntityPredicate {
        EntityPredicate(.range(self, lower: lower, upper: upper))
    }
}

/// Comparisons with a ``Value`` that may be missing.
extension PropertyPath {
    /// Holds if the attribute has this value; `nil` asks for no value, no object, or an empty
    /// to-many relationship.
    public static func == (path: PropertyPath, value: Value?) -> EntityPredicate {
        path.compared(.equal, value ?? .null)
    }
    /// Holds if the attribute has another value, or none; `nil` asks for any value, an object, or a
    /// to-many relationship that is not empty.
    public static func != (path: PropertyPath, value: Value?) -> EntityPredicate {
        path.compared(.notEqual, value ?? .null)
    }
    /// Holds if the attribute has a value below this one; for none if there is no value to compare.
    public static func < (path: PropertyPath, value: Value?) -> EntityPredicate {
        path.compared(.less, value ?? .null)
    }
    /// Holds if the attribute has this value or one below it; for none if there is no value to
    /// compare.
    public static func <= (path: PropertyPath, value: Value?) -> EntityPredicate {
        path.compared(.lessOrEqual, value ?? .null)
    }
    /// Holds if the attribute has a value above this one; for none if there is no value to compare.
    public static func > (path: PropertyPath, value: Value?) -> EntityPredicate {
        path.compared(.greater, value ?? .null)
    }
    /// Holds if the attribute has this value or one above it; for none if there is no value to
    /// compare.
    public static func >= (path: PropertyPath, value: Value?) -> EntityPredicate {
        path.compared(.greaterOrEqual, value ?? .null)
    }
}
