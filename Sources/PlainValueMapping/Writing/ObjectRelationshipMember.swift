import EntityMapper
import MercatorPayload
import RepresentationWriting

/// Writes the nested values of a property.
///
/// It is a class in order to cache the nested plan. The plan is created for the first value that
/// needs it, because creating it eagerly would not terminate for a recursive mapping.
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

    /// The form of the nested representations taken together.
    private var form: RepresentationPart.Form {
        if nested.form.isCollection { return .members }
        // The representation itself can contain only one nested value.
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

    /// Returns the node for no value.
    ///
    /// An aggregated nested value does not have a separate path, so its keys are omitted.
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

    /// Returns unordered values sorted by their JSON.
    ///
    /// As a result, equal collections produce equal payloads.
    private static func sorted(_ nodes: [PayloadNode]) -> [PayloadNode] {
        nodes.map { (node: $0, bytes: $0.jsonBytes()) }
            .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map(\.node)
    }

    func check(_ check: inout ObjectWritingCheck) { nested.check(&check) }
}
