#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The position of a value that no store can keep, relative to the values that a store can keep.
///
/// Such a value becomes ``Value/null`` when it is stored. In a comparison, null would have a
/// different meaning: `publishedAt > .distantPast` holds for every date.
enum Outlier: Sendable, Hashable {
    case below, above
    /// Outside of their order, such as a NaN.
    case nowhere
}

/// A type with values that no store can keep.
protocol PartlyStorable {
    /// The position of the value; `nil` if a store can keep it.
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
    /// The position of the value, or of the wrapped value; `nil` if a store can keep it.
    ///
    /// The dynamic type check is costly, so this is used only if the value becomes ``Value/null``.
    var outlier: Outlier? { (self as? any PartlyStorable)?.outlier }

    /// The value for comparisons with stored values; `nil` if no stored value can equal it.
    var comparedValue: Value? {
        let stored = attributeValue
        return stored.isNull && outlier != nil ? .none : .some(stored)
    }
}
