#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where a value that no store can keep lies beside those that a store can keep.
///
/// Such a value becomes ``Value/null`` where it is stored. Where it is compared with, that would be
/// another question: `publishedAt > .distantPast` holds for every date.
enum Outlier: Sendable, Hashable {
    case below, above
    /// Not in their order at all.
    case nowhere
}

/// A type some values of which no store can keep.
protocol PartlyStorable {
    /// Where the value lies; `nil` if a store can keep it.
    var outlier: Outlier? { get }
}

extension Double: PartlyStorable {
    var outlier: Outlier? { isNaN ? .nowhere : nil }
}

extension Float: PartlyStorable {
    var outlier: Outlier? { isNaN ? .nowhere : nil }
}

extension Decimal: PartlyStorable {
    var outlier: Outlier? { isNaN ? .nowhere : nil }
}

extension Date: PartlyStorable {
    var outlier: Outlier? {
        let interval = timeIntervalSince1970
        guard Timestamp(self) == nil else { return nil }
        return interval.isNaN ? .nowhere : interval < 0 ? .below : .above
    }
}

extension AttributeValue {
    /// Where the value, or the one that is wrapped, lies; `nil` if a store can keep it.
    ///
    /// It takes a look at the type, so ask only where the value becomes ``Value/null``.
    var outlier: Outlier? { (self as? any PartlyStorable)?.outlier }

    /// The value to compare what is stored with; `nil` if nothing that is stored can equal it.
    var comparedValue: Value? {
        let stored = attributeValue
        return stored.isNull && outlier != nil ? .none : .some(stored)
    }
}

extension PropertyPath {
    /// A comparison with a value, which a store may be able to keep or not.
    func compared(
        _ comparison: EntityPredicate.Comparison, to value: some AttributeValue
    ) -> EntityPredicate {
        let stored = value.attributeValue
        guard stored.isNull, let outlier = value.outlier else {
            return compared(comparison, stored)
        }
        return compared(comparison, to: outlier)
    }

    /// A comparison with a value that no store can keep: what is stored does not equal it, and is
    /// always on the same side.
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
