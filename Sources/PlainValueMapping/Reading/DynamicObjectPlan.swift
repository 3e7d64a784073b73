import EntityMapper
import MercatorPayload

/// The compiled form of a ``DynamicObjectMapping``.
///
/// It selects a mapping for each representation.
struct DynamicObjectPlan<Mapped>: RecordMapper {
    let form: RecordForm
    /// The key that identifies the mapping.
    ///
    /// It uses the type of the dynamic mapping, because a selected mapping may have the same type
    /// and name as this one.
    var key: ObjectMappingKey { ObjectMappingKey(DynamicObjectMapping<Mapped>.self, name) }
    private let matchers: [MappingMatcher]
    private let policy: UnknownRepresentationPolicy
    private let mappers: [any RecordMapper<Mapped>]

    init(_ mapping: DynamicMapping, _ mappers: [any RecordMapper<Mapped>]) {
        form = RecordForm(mapping)
        matchers = mapping.matchers
        policy = mapping.unknownRepresentations
        self.mappers = mappers
    }

    func prepare(
        _ record: ObjectRecord, existing: Mapped?, _ session: ObjectSession
    ) throws(MappingError) -> Preparation<Mapped> {
        for matcher in matchers {
            let answer = matcher.condition.answer(
                value: { session.value(at: $0, of: record) }, expression: session.expression,
                context: { session.context(of: record) })
            let chosen: String
            switch answer {
            case .pass: continue
            case .decline:
                session.declined += 1
                return .declined
            case .use(let index): chosen = matcher.mappings[index]
            case .useNamed(let name, let closure):
                guard matcher.mappings.contains(name) else {
                    throw MappingError(
                        undeclared: name, by: closure, of: self.name, among: matcher.mappings)
                }
                chosen = name
            }
            // All names have been checked before the payload is read.
            guard let mapper = mappers.first(where: { $0.name == chosen }) else { continue }
            session.notify(.selectedMapping, chosen, position: record.position)
            return try mapper.prepare(record, existing: existing, session)
        }
        session.declined += 1
        guard policy != .ignore else { return .declined }
        try session.report(
            .unknownRepresentation, at: record, name,
            expected: "a representation that a matcher of '\(name)' knows",
            found: "\(session.document.tape.word(at: record.position)) that none does",
            fails: policy == .fail)
        return .unread
    }

    func check(_ check: inout ObjectMappingCheck) {
        guard check.begin(key) else { return }
        check.check(matchers, of: name, among: mappers.map(\.name))
        for mapper in mappers {
            check.noteAggregation(of: mapper)
            mapper.check(&check)
        }
        check.end()
    }
}

/// A mapper that converts the values of another mapper.
struct ConvertedMapper<Choice, Mapped>: RecordMapper {
    let inner: any RecordMapper<Choice>
    let convert: (Choice) -> Mapped
    let extract: (Mapped) -> Choice?

    /// The dynamic mapping determines the collection for all its mappings.
    var form: RecordForm { RecordForm(inner.name, isCollection: false) }
    var key: ObjectMappingKey { inner.key }

    func prepare(
        _ record: ObjectRecord, existing: Mapped?, _ session: ObjectSession
    ) throws(MappingError) -> Preparation<Mapped> {
        let known = existing.flatMap(extract)
        guard existing == nil || known != nil else {
            throw MappingError(
                .targetMismatch,
                "expected a value that '\(name)' makes to map into, found one of "
                    + "\(type(of: existing as Any))")
        }
        switch try inner.prepare(record, existing: known, session) {
        case .declined: return .declined
        case .unread: return .unread
        case .absent: return .absent
        case .ready(let item):
            let (convert, extract) = (convert, extract)
            return .ready(
                PreparedObject(
                    make: { convert(item.make()) },
                    update: { old in
                        extract(old).flatMap(item.update).map { (convert($0.value), $0.isChanged) }
                    }))
        }
    }

    func check(_ check: inout ObjectMappingCheck) { inner.check(&check) }
}
