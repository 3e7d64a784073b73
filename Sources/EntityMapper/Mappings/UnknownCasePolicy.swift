public import ObjectGraph

/// What happens to a word that an enumeration does not have: the server invented it since.
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
/// It is about values that convert to a raw value: an object where the raw values are texts is invalid
/// whatever the policy. Enumerations are attributes and elements whose Swift type is `RawRepresentable`, and the
/// transforms ``ValueTransform/enumeration(_:)`` and ``ValueTransform/enumeration(of:)``.
public struct UnknownCasePolicy: Sendable, Hashable {
    let form: Form

    enum Form: Sendable, Hashable {
        case report
        case assignNil
        case fallback(Value)
    }

    /// An issue; an optional attribute becomes nil and the rest of the record is mapped, whatever the
    /// failure policy, and any other is invalid.
    ///
    /// Of an array, an optional element becomes nil; if elements are not optional, the attribute. What a
    /// transform does not know is always invalid, unless the attribute's Swift type is the enumeration.
    public static let report = UnknownCasePolicy(form: .report)

    /// The same without an issue.
    ///
    /// The plan reports an attribute that says so and cannot be nil; said of a mapping or a set, such
    /// attributes are as with ``report``.
    public static let assignNil = UnknownCasePolicy(form: .assignNil)

    /// A case that stands for all the unknown ones, without an issue.
    ///
    /// The plan reports an attribute that says so and cannot have the value; said of a mapping or a
    /// set, it is for the enumerations that have it, and others are as with ``report``.
    ///
    /// - Parameter value: The case, or its raw value.
    /// - Returns: The policy.
    public static func fallback(_ value: some AttributeValue) -> UnknownCasePolicy {
        UnknownCasePolicy(form: .fallback(value.elementValue))
    }
}

extension UnknownCasePolicy {
    /// Why an attribute cannot have the policy, to be read behind its name; `nil` if it can.
    func problem(
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
    /// The enumeration that it is, or that its elements are.
    fileprivate var enumeration: ValueShape? {
        switch content {
        case .list(let element), .members(let element): element.enumeration
        case .some: isEnumeration ? self : nil
        case .everything, .json: nil
        }
    }
}
