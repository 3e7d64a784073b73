import EntityMapper
import MercatorPayload

/// Reads nested representations and assigns the valid values to the destination.
///
/// It is a class in order to cache the nested plan. The plan is created for the first
/// representation that needs it, because creating it eagerly would not terminate for a recursive
/// mapping.
final class ObjectRelationshipStep<Destination: NestedDestination>: ObjectStep {
    typealias Mapped = Destination.Mapped

    let label: PropertyLabel
    private let destination: Destination
    private let assignsNil: Bool
    private let makePlan: @Sendable () -> ObjectPlan<Destination.Nested>
    private lazy var nested = makePlan().mapper

    var isRelationship: Bool { true }

    init(
        _ relationship: ObjectRelationship<Destination>,
        of mapping: ObjectMapping<Destination.Mapped>
    ) {
        destination = relationship.destination
        label = PropertyLabel(
            mapping: mapping.name, source: relationship.source,
            destination: destination.keyPath)
        assignsNil = mapping.assignsNilForMissingRelationships
        makePlan = relationship.makePlan
    }

    func plan(
        for found: PathMatch?, in turn: ObjectTurn<Mapped>
    ) throws(MappingError) -> ObjectStepOutcome<Mapped> {
        let session = turn.session
        session.notify(
            found == nil ? .notFound : .found, label, record: turn.number, position: found?.position
        )
        guard let found else { return assignsNil ? change(nil, turn) : .nothing }
        if session.document.tape.isNull(at: found.position) {
            guard destination.acceptsNothing else {
                try session.report(
                    .missingValue, at: found.position, label, of: turn.record, number: turn.number,
                    expected: "an object", found: "null")
                return .failed
            }
            return change(nil, turn)
        }
        // A path to an enclosing object is followed only once at a time, since it would recurse
        // infinitely.
        if label.source.startsAtContext, !session.outward.insert(label).inserted { return .nothing }
        defer { if label.source.startsAtContext { session.outward.remove(label) } }
        let (items, isComplete) = try readNested(found, turn)
        if items.isEmpty, !isComplete { return .nothing }
        if items.isEmpty, label.source.startsAtRepresentation {
            return assignsNil ? change(nil, turn) : .nothing
        }
        return change(items, isComplete: isComplete, turn)
    }

    /// Returns the valid nested representations, and whether all of them could be read.
    private func readNested(
        _ found: PathMatch, _ turn: ObjectTurn<Mapped>
    ) throws(MappingError) -> ([PreparedObject<Destination.Nested>], isComplete: Bool) {
        let session = turn.session
        let isMany = destination.isMany
        let step = ObjectWalk(
            record: turn.record, around: (label, turn.number), isMany: isMany,
            forcesCollection: nested.form.isCollection)
        var items: [PreparedObject<Destination.Nested>] = []
        let isComplete = try session.walk(found, step) { record throws(MappingError) in
            switch try nested.prepare(record, existing: nil, session) {
            case .ready(let item): items.append(item)
            case .declined: return isMany
            case .absent: break
            case .unread: return false
            }
            return true
        }
        return (items, isComplete)
    }

    private func change(
        _ items: [PreparedObject<Destination.Nested>]?, isComplete: Bool = true,
        _ turn: ObjectTurn<Mapped>
    ) -> ObjectStepOutcome<Mapped> {
        guard destination.acceptsNothing || items?.isEmpty == false else { return .nothing }
        let (session, label, number) = (turn.session, label, turn.number)
        return .change(
            ObjectChange(destination: destination.keyPath, value: nil) { [destination] mapped in
                let isChanged = destination.assign(items, isComplete: isComplete, to: &mapped)
                session.notify(isChanged ? .set : .unchanged, label, record: number)
                return isChanged
            })
    }

    func check(_ check: inout ObjectMappingCheck) {
        check.check(label)
        if label.source.startsAtRepresentation { check.noteAggregation(of: nested) }
        nested.check(&check)
    }
}
