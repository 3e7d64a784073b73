import EntityMapper
import MercatorPayload
import RepresentationWriting

/// The compiled form of an ``ObjectMapping`` for writing; the inverse of ``RecordPlan``.
struct RecordWritingPlan<Mapped>: RecordWriter {
    let form: RecordForm
    var key: ObjectMappingKey { ObjectMappingKey(Mapped.self, name) }
    var writesKey: Bool { keyMember != nil }
    /// The attribute that is written as the key of the representation, if any.
    private let keyMember: (any ObjectMember<Mapped>)?
    /// The other members, in the order of the mapping: attributes, then relationships.
    private let members: [any ObjectMember<Mapped>]
    /// Indicates whether a representation is a single value instead of an object.
    private let isValue: Bool

    init(_ mapping: ObjectMapping<Mapped>) {
        form = mapping.form
        let all = (mapping.attributes + mapping.relationships).map { $0.makeMember(for: mapping) }
        let written = all.filter {
            !$0.isReadOnly && $0.path.isWritable && $0.path.problem == nil
        }
        // The representation itself is an attribute's value only if nothing else is written.
        let inner = written.filter { !$0.isWhole }
        members = inner.isEmpty ? written : inner
        isValue = inner.isEmpty && !written.isEmpty
        let key = all.last { $0.path.isKeyOfRepresentation }
        let isNeeded = key?.isReadOnly == false || inner.contains { $0.path.usesKey }
        keyMember = isNeeded ? key : nil
    }

    func node(
        of value: Mapped, _ pass: inout ObjectWritingPass
    ) throws(MappingError) -> PayloadNode {
        try pass.begin(value, by: key)
        let key = try keyText(of: value, &pass)
        var node: PayloadNode? = isValue ? nil : .record(key)
        for member in members {
            guard let part = try member.node(of: value, &pass) else { continue }
            if node == nil {
                node = part
            } else if node?.put(part, at: member.keys(key)[...]) == false {
                throw pass.error(
                    .conflictingValues, "\(name).\(member.name)",
                    "something else was written to \(member.pathText) already; make one of the "
                        + "mappings read-only, or omit it")
            }
        }
        pass.end()
        guard let node, node != .null else { throw missing(members[0].name, pass) }
        return node
    }

    /// Returns the key of the representation; `nil` if it has none.
    private func keyText(
        of value: Mapped, _ pass: inout ObjectWritingPass
    ) throws(MappingError) -> String? {
        guard let keyMember else { return nil }
        guard let node = try keyMember.node(of: value, &pass), node != .null else {
            throw missing(keyMember.name, pass)
        }
        if let text = node.keyText { return text }
        throw pass.error(
            .unwritableValue, "\(name).\(keyMember.name)",
            "expected a text, number or truth value, since it becomes a key, found something "
                + "else; use another transform")
    }

    private func missing(_ member: String, _ pass: ObjectWritingPass) -> MappingError {
        pass.error(
            .missingIdentification, "\(name).\(member)",
            "expected a value, since it stands for the whole representation, found nil; set it, "
                + "or leave the value out")
    }

    func check(_ check: inout ObjectWritingCheck) {
        guard check.begin(key) else { return }
        for member in members + (keyMember.map { [$0] } ?? []) { member.check(&check) }
        let problems = MappingProblem.ofWriting(
            members, key: keyMember, of: name, isEntry: form.isCollection)
        for problem in problems { check.add(problem) }
        guard keyMember == nil, let member = members.first(where: { $0.path.usesKey }) else {
            return
        }
        check.add(
            MappingProblem(
                code: .path, mapping: name, subject: member.name,
                message:
                    "'\(member.name)' goes to \(member.pathText), but nothing becomes the key; "
                    + "map the key of the representation, or make this mapping read-only"))
    }
}
