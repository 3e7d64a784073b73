public import ObjectGraph

/// A policy for raw values that are no case of an enumeration.
///
/// Such values are, for example, cases added by a newer server.
///
/// ```swift
/// enum Level: String, AttributeValue { case junior, senior, other }
///
/// authors.addAttributeMapping(
///     from: "level", to: \Author.level, unknownCases: .fallback(Level.other))   // one attribute
/// authors.unknownCases = .assignNil                                             // one mapping
/// mappings.unknownCases = .report                                               // all mappings
/// ```
///
/// The policy applies to values that convert to the raw type; an object is invalid as the value of
/// a string-based enumeration under every policy. Enumerations are attributes and elements whose
/// Swift type is `RawRepresentable`, and the transforms ``ValueTransform/enumeration(_:)`` and
/// ``ValueTransform/enumeration(of:)``.
public struct UnknownCasePolicy: Sendable, Hashable {
    package let form: Form

    /// The effects of a policy.
    package enum Form: Sendable, Hashable {
        case report
        case assignNil
        case fallback(Value)
    }

    /// Records an issue and sets an optional attribute to nil.
    ///
    /// The rest of the record is mapped, regardless of the failure policy. A required attribute is
    /// invalid. In an array, an optional element becomes nil; if the elements are not optional, the
    /// attribute becomes nil. A raw value that is unknown to a transform is always invalid, unless
    /// the Swift type of the attribute is the enumeration.
    public static let report = UnknownCasePolicy(form: .report)

    /// Sets an optional attribute to nil without an issue.
    ///
    /// The plan reports an attribute with this policy that is not optional. If a mapping or a set
    /// has this policy, such attributes are treated as with ``report``.
    public static let assignNil = UnknownCasePolicy(form: .assignNil)

    /// Assigns a given case without an issue.
    ///
    /// The plan reports an attribute with this policy that cannot have the value. If a mapping or a
    /// set has this policy, it applies to the enumerations that have the value; others are treated
    /// as with ``report``.
    ///
    /// - Parameter value: The case, or its raw value.
    /// - Returns: The policy.
    public static func fallback(_ value: some AttributeValue) -> UnknownCasePolicy {
        UnknownCasePolicy(form: .fallback(value.elementValue))
    }
}

extension UnknownCasePolicy {
    /// Returns the reason why an attribute cannot have the policy; `nil` if it can.
    ///
    /// The reason is a phrase to follow the attribute's name.
    package func problem(
        _ type: AttributeType, isOptional: Bool, _ shape: ValueShape?, _ transform: ValueTransform
    ) -> String? {
        let cases = shape?.enumeration
        guard self != .report else { return nil }
        guard cases != nil || transform.form.hasCases else {
            return " is no enumeration, and has no unknown cases"
        }
        guard case .fallback(let value) = form else {
            return isOptional || cases?.isOptional == true
                ? nil : " is not optional, so an unknown case cannot become nil; name a fallback"
        }
        let type = cases?.type ?? type
        guard let kept = type.value(ofElement: value), !kept.isNull,
            cases == nil || (try? cases?.admitted(kept)) != nil
        else { return " cannot be \(value), which is to stand for unknown cases" }
        return nil
    }
}

extension ValueShape {
    /// The shape itself if it is an enumeration, or else the enumeration of its elements.
    fileprivate var enumeration: ValueShape? {
        switch content {
        case .list(let element), .members(let element): element.enumeration
        case .some: isEnumeration ? self : nil
        case .everything, .json: nil
        }
    }
}
