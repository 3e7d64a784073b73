import EntityMapper
import MercatorPayload
import ObjectGraph

/// The mapping of a value in the representation to a property of a plain value.
struct ObjectAttribute<Mapped, Content: AttributeValue>: ObjectProperty {
    let source: PayloadPath
    let destination: any WritableKeyPath<Mapped, Content> & Sendable
    let transform: ValueTransform
    /// Indicates whether a writer omits the property.
    let isReadOnly: Bool
    /// The policy for raw values that are no case of an enumeration; `nil` to use the mapping's.
    ///
    /// The default of a mapping is ``ObjectMapping/unknownCases``.
    let policy: UnknownCasePolicy?
    let validation: (@Sendable (Content) throws -> ObjectValueVerdict<Content>)?

    /// Returns the conversion of values, with the default transforms of a mapping.
    func conversion(in mapping: ObjectMapping<Mapped>) -> Conversion {
        Conversion(
            type: Content.attributeType, transform: transform(in: mapping),
            shape: AttributeShape(of: Content.self).shape,
            isOptional: Content.isOptionalAttribute, policy: policy(in: mapping),
            elementTransforms: mapping.defaultTransforms)
    }

    private func transform(in mapping: ObjectMapping<Mapped>) -> ValueTransform {
        guard transform.isStandard else { return transform }
        return mapping.defaultTransforms[Content.attributeType] ?? transform
    }

    /// Returns the policy of the property, or else its mapping's policy if valid for the property.
    private func policy(in mapping: ObjectMapping<Mapped>) -> UnknownCasePolicy {
        policy ?? mapping.commonPolicy { problem(of: $0, in: mapping) == nil }
    }

    /// Returns the reason why the property cannot have a policy for unknown cases; `nil` if it can.
    func problem(of policy: UnknownCasePolicy, in mapping: ObjectMapping<Mapped>) -> String? {
        policy.problem(
            Content.attributeType, isOptional: Content.isOptionalAttribute,
            AttributeShape(of: Content.self).shape, transform(in: mapping))
    }
}
