import ObjectGraph

/// What an attribute, its mapping and the set say together of how values are converted.
extension EntityMapping {
    /// The transform of an attribute: its own, or the default for its type.
    func transform(
        of own: AttributeMapping, _ attribute: AttributeDescription, in mappings: MappingSet
    ) -> ValueTransform {
        guard own.transform.isStandard else { return own.transform }
        return defaultTransforms(in: mappings)[attribute.type] ?? own.transform
    }

    private func defaultTransforms(in mappings: MappingSet) -> [AttributeType: ValueTransform] {
        mappings.defaultTransforms.merging(defaultTransforms) { $1 }
    }

    /// The conversion of an attribute.
    func conversion(
        of own: AttributeMapping, _ attribute: AttributeDescription, in mappings: MappingSet
    ) -> Conversion {
        Conversion(
            type: attribute.type, transform: transform(of: own, attribute, in: mappings),
            shape: shape(of: attribute), isOptional: attribute.isOptional,
            unknownCases: policy(of: own, attribute, in: mappings),
            elementTransforms: defaultTransforms(in: mappings))
    }

    /// Why an attribute cannot have a policy for unknown cases.
    func problem(
        of policy: UnknownCasePolicy, _ own: AttributeMapping, _ attribute: AttributeDescription,
        in mappings: MappingSet
    ) -> String? {
        policy.problem(
            attribute.type, isOptional: attribute.isOptional, shape(of: attribute),
            transform(of: own, attribute, in: mappings))
    }

    /// The first policy that is named; of those for many attributes only one that suits this one.
    private func policy(
        of own: AttributeMapping, _ attribute: AttributeDescription, in mappings: MappingSet
    ) -> UnknownCasePolicy {
        if let policy = own.unknownCases { return policy }
        let policy = unknownCases ?? mappings.unknownCases
        return problem(of: policy, own, attribute, in: mappings) == nil ? policy : .report
    }

    /// What the Swift type says: by the model, or by the schema struct that the mapping is made for.
    private func shape(of attribute: AttributeDescription) -> ValueShape? {
        if let shape = attribute.shape.shape { return shape }
        guard let own = entity.attribute(named: attribute.name), own.type == attribute.type else {
            return nil
        }
        return own.shape.shape
    }
}
