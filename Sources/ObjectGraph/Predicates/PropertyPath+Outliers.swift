extension PropertyPath {
    /// Returns a comparison with a value that may be outside the range of every store.
    func compared(
        _ comparison: EntityPredicate.Comparison, to value: some AttributeValue
    ) -> EntityPredicate {
        let stored = value.attributeValue
        guard stored.isNull, let outlier = value.outlier else {
            return compared(comparison, stored)
        }
        return compared(comparison, to: outlier)
    }

    /// Returns a comparison with a value that no store can keep.
    ///
    /// No stored value equals it; all stored values precede it, or all follow it.
    func compared(
        _ comparison: EntityPredicate.Comparison, to outlier: Outlier
    ) -> EntityPredicate {
        let never = EntityPredicate(.membership(self, []))
        return switch (comparison, outlier) {
        case (.notEqual, _): !never
        case (.less, .above), (.lessOrEqual, .above), (.greater, .below), (.greaterOrEqual, .below):
            compared(.notEqual, .null)
        default: never
        }
    }
}
