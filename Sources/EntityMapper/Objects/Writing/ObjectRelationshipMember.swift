import Payload

/// Writes the nested values of a property.
///
/// A class, to keep the plan of what is nested: it is made when the first value needs it, or a
/// mapping that leads back to itself would have no end.
final class ObjectRelationshipMember<Destination: NestedDestination>: ObjectMember {
    typealias Mapped = Destination.Mapped

    let path: PayloadPath
    let isReadOnly: Bool
    private let mapping: String
    private let source: Destination
    private let makePlan: @Sendable () -> ObjectPlan<Destination.Nested>
    private lazy var nested = makePlan().writer
    private(set) lazy var name = PropertyLabel(
        mapping: mapping, source: path, destination: source.keyPath
    ).name

    init(
        _ relationship: ObjectRelationship<Destination>,
        of mapping: ObjectMapping<Destination.Mapped>
    ) {
        path = relationship.source
        isReadOnly = relationship.isReadOnly
        self.mapping = mapping.name
        source = relationship.destination
        makePlan = relationship.makePlan
    }

    var isRelationship: Bool { true }
    var canHoldMembers: Bool { form != .list }

    /// What the nested representations make together.
    private var form: RepresentationPart.Form {
        if nested.forcesCollection { return .members }
        // There is no room for more than one in the representation itself.
        return source.isMany && !path.startsAtRepresentation ? .list : .single
    }

    func node(
        of mapped: Mapped, _ pass: inout ObjectWritingPass
    ) throws(MappingError) -> PayloadNode? {
        guard let values = source.values(in: mapped) else { return nilNode(pass) }
        let nodes = try nodes(of: values, &pass)
        switch form {
        case .list: return .array(nodes)
        case .members:
            if let node = PayloadNode(members: nodes) { return node }
            throw pass.error(
                .conflictingValues, "\(mapping).\(name)",
                "two values have the same key; give each its own, or make the relationship "
                    + "read-only")
        case .single:
            guard nodes.count < 2 else {
                throw pass.error(
                    .conflictingValues, "\(mapping).\(name)",
                    "\(nodes.count) values, but the representation itself has room for one; give "
                        + "the relationship a path, or make it read-only")
            }
            return nodes.first ?? nilNode(pass)
        }
    }

    /// What is written for no value.
    ///
    /// Where there would be no place of its own for it, nothing is: the keys of what is missing are
    /// missing.
    private func nilNode(_ pass: ObjectWritingPass) -> PayloadNode? {
        path.startsAtRepresentation ? nil : pass.nilNode
    }

    private func nodes(
        of values: [Destination.Nested], _ pass: inout ObjectWritingPass
    ) throws(MappingError) -> [PayloadNode] {
        let isList = source.isMany && source.isOrdered
        var nodes: [PayloadNode] = []
        nodes.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            pass.enter(name, index: isList ? index : nil)
            nodes.append(try nested.node(of: value, &pass))
            pass.leave()
        }
        return source.isOrdered ? nodes : Self.sorted(nodes)
    }

    /// Values without an order, by their JSON: the same values make the same payload each time.
    private static func sorted(_ nodes: [PayloadNode]) -> [PayloadNode] {
        nodes.map { (node: $0, bytes: $0.jsonBytes()) }
            .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map(\.node)
    }

    func check(_ check: inout ObjectWritingCheck) { nested.check(&check) }
}
