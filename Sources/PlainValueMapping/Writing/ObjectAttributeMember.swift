import EntityMapper
import MercatorPayload
import ObjectGraph
import RepresentationWriting

/// Writes an attribute of a plain value.
struct ObjectAttributeMember<Mapped, Content: AttributeValue>: ObjectMember {
    let path: PayloadPath
    let isReadOnly: Bool
    private let mapping: String
    private let source: WritableKeyPath<Mapped, Content>
    private let conversion: Conversion

    init(_ attribute: ObjectAttribute<Mapped, Content>, of mapping: ObjectMapping<Mapped>) {
        path = attribute.source
        isReadOnly = attribute.isReadOnly
        self.mapping = mapping.name
        source = attribute.destination
        conversion = attribute.conversion(in: mapping)
    }

    var name: String { PropertyLabel(mapping: mapping, source: path, destination: source).name }
    var isRelationship: Bool { false }
    var canHoldMembers: Bool { conversion.type == .dictionary || !conversion.isStandard }

    func node(
        of mapped: Mapped, _ pass: inout ObjectWritingPass
    ) throws(MappingError) -> PayloadNode? {
        let value = mapped[keyPath: source].attributeValue
        guard !value.isNull else { return pass.nilNode }
        switch conversion.representation(of: value) {
        case .node(let node): return node
        case .invalid(let reason):
            throw pass.error(.unwritableValue, "\(mapping).\(name)", reason)
        }
    }

    func check(_ check: inout ObjectWritingCheck) {
        check.add(MappingProblem.ofWriting(name, of: mapping, by: conversion.transform))
    }
}
