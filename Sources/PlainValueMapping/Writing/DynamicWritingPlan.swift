import EntityMapper
import MercatorPayload
import RepresentationWriting

/// The compiled form of a ``DynamicObjectMapping`` for writing.
///
/// It selects the mapping for the type of each value.
///
/// Matchers evaluate representations and therefore cannot be used for writing. Among the mappings
/// that accept a value, the mapping with the most derived type is used. If there are several for
/// the same type, a mapping with an explicit `from` closure is preferred, then the first.
struct DynamicWritingPlan<Mapped>: RecordWriter {
    let form: RecordForm
    /// The key that identifies the mapping.
    ///
    /// It uses the type of the dynamic mapping, because a selected mapping may have the same type
    /// and name as this one.
    var key: ObjectMappingKey { ObjectMappingKey(DynamicObjectMapping<Mapped>.self, name) }
    var writesKey: Bool { choices.allSatisfy { $0.writesKey } }
    /// The mappings that a matcher can select; values of other mappings could not be read back.
    private let choices: [any ChoiceWriter<Mapped>]

    init(_ mapping: DynamicMapping, _ choices: [any ChoiceWriter<Mapped>]) {
        form = RecordForm(mapping)
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
            if form.isCollection, !choice.writesKey {
                check.add(
                    MappingProblem(
                        code: .path, mapping: choice.name, subject: nil,
                        message: "an object stands for a list of '\(name)', but nothing becomes "
                            + "its keys; map the key of the representation, and not as read-only"))
            }
            choice.check(&check)
        }
    }

    /// Reports several mappings of one type without `from` closures, once for each type.
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

extension ChoiceWriter {
    /// Tests whether this mapping is for a subclass of the other's class.
    fileprivate func isNarrower(than other: any ChoiceWriter) -> Bool {
        type != other.type && other.includes(type)
    }
}

/// A writer that extracts the values of a mapping from values of the common type.
struct ConvertedWriter<Choice, Mapped>: ChoiceWriter {
    let inner: any RecordWriter<Choice>
    let extract: (Mapped) -> Choice?
    let isTold: Bool

    /// The dynamic mapping determines the collection for all its mappings.
    var form: RecordForm { RecordForm(inner.name, isCollection: false) }
    var key: ObjectMappingKey { inner.key }
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
