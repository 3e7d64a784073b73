import ObjectGraph

/// The conversion of an attribute.
///
/// It is determined by the attribute mapping, the entity mapping and the set.
extension EntityMapping {
    /// Returns the transform of an attribute: its own, or the default for its type.
    func transform(
        of own: AttributeMapping, _ attribute: AttributeDescription, in mappings: MappingSet
    ) -> ValueTransform {
        guard own.transform.isStandard else { return own.transform }
        return defaultTransforms(in: mappings)[attribute.type] ?? own.transform
    }

    private func defaultTransforms(in mappings: MappingSet) -> [AttributeType: ValueTransform] {
        defaultTransforms.isEmpty
            ? mappings.defaultTransforms
            : mappings.defaultTransforms.merging(defaultTransforms) { $1 }
    }

    /// Returns the conversion of an attribute.
    ///
    /// For an array of foreign keys, `keyTypes` are the types of the attributes at the other ends
    /// of connections.
    func conversion(
        of own: AttributeMapping, _ attribute: AttributeDescription, in mappings: MappingSet,
        keyTypes: Set<AttributeType>
    ) -> Conversion {
        Conversion(
            type: attribute.type, transform: transform(of: own, attribute, in: mappings),
            shape: shape(of: attribute), isOptional: attribute.isOptional,
            policy: policy(of: own, attribute, in: mappings),
            elementTransforms: defaultTransforms(in: mappings), keyTypes: keyTypes)
    }

    /// Returns the reason why an attribute cannot have the policy of its mapping; `nil` if it can.
    func policyProblem(
        of own: AttributeMapping, _ attribute: AttributeDescription, in mappings: MappingSet
    ) -> String? {
        own.unknownCases.flatMap { problem(of: $0, own, attribute, in: mappings) }
    }

    /// Returns the reason why an attribute cannot have a policy for unknown cases; `nil` if it can.
    private func problem(
        of policy: UnknownCasePolicy, _ own: AttributeMapping, _ attribute: AttributeDescription,
        in mappings: MappingSet
    ) -> String? {
        policy.problem(
            attribute.type, isOptional: attribute.isOptional, shape(of: attribute),
            transform(of: own, attribute, in: mappings))
    }

    /// Returns the policy for the unknown cases of an attribute.
    ///
    /// The policy of the attribute mapping takes precedence; the policy of the entity mapping or
    /// the set is used only if it is valid for the attribute.
    private func policy(
        of own: AttributeMapping, _ attribute: AttributeDescription, in mappings: MappingSet
    ) -> UnknownCasePolicy {
        if let policy = own.unknownCases { return policy }
        let policy = unknownCases ?? mappings.unknownCases
        return problem(of: policy, own, attribute, in: mappings) == nil ? policy : .report
    }

    /// Returns the shape of the Swift type, from the model or the mapping's schema struct.
    private func shape(of attribute: AttributeDescription) -> ValueShape? {
        if let shape = attribute.shape.shape { return shape }
        guard let own = entity.attribute(named: attribute.name), own.type == attribute.type else {
            return nil
        }
        return own.shape.shape
    }
}
