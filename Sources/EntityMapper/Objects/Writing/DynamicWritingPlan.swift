import Payload

/// A ``DynamicObjectMapping`` ready to write: finds for each value the mapping that makes its like.
///
/// Matchers look at representations and cannot be asked. Of the mappings that a value can be got
/// back for, the one for the nearest type counts; of several for one type, one whose author said
/// which values are its own; of these the first.
struct DynamicWritingPlan<Mapped>: RecordWriter {
    let name: String
    let forcesCollection: Bool
    /// It may have the type and the name of a mapping that it chooses.
    var key: ObjectMappingKey { ObjectMappingKey(DynamicObjectMapping<Mapped>.self, name) }
    var writesKey: Bool { choices.allSatisfy { $0.writesKey } }
    /// The mappings that a matcher names: what others would write could not be read again.
    private let choices: [any ChoiceWriter<Mapped>]

    init(_ mapping: DynamicMapping, _ choices: [any ChoiceWriter<Mapped>]) {
        name = mapping.name
        forcesCollection = mapping.forcesCollectionMapping
        let known = Set(mapping.knownMappings)
        self.choices = choices.filter { known.contains($0.name) }
    }

    func node(
        of value: Mapped, _ pass: inout ObjectWritingPass
    ) throws(MappingError) -> PayloadNode {
        let candidates = choices.filter { $0.accepts(value) }
        let nearest = candidates.filter { candidate in
            !candidates.contains { $0.isNarrower(than: candidate) }
        }
        guard let chosen = nearest.first(where: { $0.isTold }) ?? nearest.first else {
            let names = choices.map { "'\($0.name)'" }.joined(separator: ", ")
            throw pass.error(
                .noMapping, name,
                "expected a value of the mappings \(names), found one of "
                    + "\(type(of: value as Any)) that none of them takes; add a mapping for it, "
                    + "or say with 'from' of add(_:as:from:) which values are of a mapping")
        }
        return try chosen.node(of: value, &pass)
    }

    func check(_ check: inout ObjectWritingCheck) {
        guard check.begin(key) else { return }
        for choice in choices {
            checkType(of: choice, &check)
            if forcesCollection, !choice.writesKey {
                check.add(
                    MappingProblem(
                        code: .path, mapping: choice.name, subject: nil,
                        message: "an object stands for a list of '\(name)', but nothing becomes "
                            + "its keys; map the key of the representation, and not as read-only"))
            }
            choice.check(&check)
        }
    }

    /// Reports mappings for one type that nobody tells apart, once.
    private func checkType(
        of choice: any ChoiceWriter<Mapped>, _ check: inout ObjectWritingCheck
    ) {
        let rivals = choices.filter { !$0.isTold && $0.type == choice.type }
        guard !choice.isTold, rivals.count > 1, rivals.first?.name == choice.name else { return }
        let names = rivals.map { "'\($0.name)'" }.joined(separator: ", ")
        check.add(
            MappingProblem(
                code: .matcher, mapping: name, subject: "\(choice.type)",
                message: "several mappings are for \(choice.type): \(names); say with 'from' of "
                    + "add(_:as:from:) which values are of each"))
    }
}

/// What writes the values of one mapping among those of a dynamic one.
protocol ChoiceWriter<Mapped>: RecordWriter {
    /// The type of the mapping's values.
    var type: Any.Type { get }
    /// Whether the author said which values are of this mapping.
    var isTold: Bool { get }
    /// Whether a value is of this mapping.
    func accepts(_ value: Mapped) -> Bool
    /// Whether another class is a subclass of this mapping's.
    func includes(_ other: Any.Type) -> Bool
}

extension ChoiceWriter {
    /// Whether this mapping is for a subclass of the other's class.
    fileprivate func isNarrower(than other: any ChoiceWriter) -> Bool {
        type != other.type && other.includes(type)
    }
}

/// A mapping whose values are got out of others.
struct ConvertedWriter<Choice, Mapped>: ChoiceWriter {
    let inner: any RecordWriter<Choice>
    let extract: (Mapped) -> Choice?
    let isTold: Bool

    var name: String { inner.name }
    var key: ObjectMappingKey { inner.key }
    /// The dynamic mapping decides that, for all.
    var forcesCollection: Bool { false }
    var writesKey: Bool { inner.writesKey }
    var type: Any.Type { Choice.self }

    func accepts(_ value: Mapped) -> Bool { extract(value) != nil }

    func includes(_ other: Any.Type) -> Bool { other is Choice.Type }

    func node(
        of value: Mapped, _ pass: inout ObjectWritingPass
    ) throws(MappingError) -> PayloadNode {
        guard let choice = extract(value) else {
            throw pass.error(
                .noMapping, name,
                "expected 'from' of add(_:as:from:) to give the same answer twice, found none "
                    + "the second time")
        }
        return try inner.node(of: choice, &pass)
    }

    func check(_ check: inout ObjectWritingCheck) { inner.check(&check) }
}
