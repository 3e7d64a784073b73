package import ObjectGraph
import Payload

/// The evaluation of `@metadata`: the metadata of the caller and of the engine.
///
/// Source: RestKit, whose engine stores its own metadata under `mapping` and gives precedence to
/// the innermost level.
extension CollectPass {
    /// Returns the start of a path in the metadata, and the remaining components.
    mutating func startOfMetadata(
        _ steps: ArraySlice<PayloadPathComponent>, _ candidate: Candidate,
        _ session: inout MappingSession
    ) -> (ArraySlice<PayloadPathComponent>, Int)? {
        guard let first = steps.first else {
            return (steps, wholeMetadata(of: candidate, &session))
        }
        guard first.key == "mapping" else { return metadata.map { (steps, $0) } }
        let rest = steps.dropFirst()
        switch rest.first?.key {
        case "collectionIndex" where candidate.index != Record.single:
            let node = session.collectionIndex(of: candidate)
            return (rest.dropFirst(), extend(&session) { $0.append(node) })
        case "rootKeyPath":
            let node = session.rootKeyPath(of: candidate)
            return (rest.dropFirst(), extend(&session) { $0.append(node) })
        case "parentObject" where candidate.parent >= 0:
            return attributeOfParent(rest.dropFirst(), candidate, session)
        case nil where rest.isEmpty:
            let whole = wholeMetadata(of: candidate, &session)
            return tape.find(Array("mapping".utf8), inObjectAt: whole).map { (rest, $0) }
        default: return metadata.map { (steps, $0) }
        }
    }

    /// Returns the tape index of the value mapped to an attribute of the enclosing object.
    private func attributeOfParent(
        _ steps: ArraySlice<PayloadPathComponent>, _ candidate: Candidate,
        _ session: MappingSession
    ) -> (ArraySlice<PayloadPathComponent>, Int)? {
        let record = session.records[Int(candidate.parent)]
        let plan = session.plan(of: record)
        guard let name = steps.first?.key else { return (steps, Int(record.place)) }
        guard let attribute = plan.attributes.lastIndex(where: { $0.name == name }) else {
            return nil
        }
        let place = Int(session.places[record.firstPlace + attribute])
        return place < 0 ? nil : (steps.dropFirst(), place)
    }

    /// Returns all metadata as one object; members of the engine take precedence over those of the
    /// caller.
    private mutating func wholeMetadata(
        of candidate: Candidate, _ session: inout MappingSession
    ) -> Int {
        var engine = [PayloadNode.Member("rootKeyPath", session.rootKeyPath(of: candidate))]
        if candidate.index != Record.single {
            engine.append(
                PayloadNode.Member("collectionIndex", session.collectionIndex(of: candidate)))
        }
        var members: [PayloadNode.Member] = []
        if let metadata,
            case .object(let own) = PayloadNode(PayloadValue(session.document, at: metadata))
        {
            for member in own {
                guard member.key == "mapping", case .object(let inner) = member.value else {
                    members.append(member)
                    continue
                }
                engine += inner.filter { member in !engine.contains { $0.key == member.key } }
            }
        }
        members.removeAll { $0.key == "mapping" }
        members.append(PayloadNode.Member("mapping", .object(engine)))
        return extend(&session) { $0.append(.object(members)) }
    }
}

extension MappingSession {
    /// Returns the index in an array; null in a to-one relationship, to hide that of an enclosing
    /// record.
    fileprivate func collectionIndex(of candidate: Candidate) -> PayloadNode {
        candidate.index >= 0 ? .number(String(candidate.index)) : .null
    }

    /// Returns the root path as a string; null for the payload itself.
    fileprivate func rootKeyPath(of candidate: Candidate) -> PayloadNode {
        let path = plan.roots[Int(outermost(candidate).role)].path
        return path.components.isEmpty ? .null : .string(path.description)
    }
}

extension PayloadDocument {
    /// Appends the caller's metadata to the payload, where paths can refer to it.
    ///
    /// - Throws: ``MappingError`` if it contains a value that no payload can contain.
    package mutating func append(metadata: [String: Value]) throws(MappingError) -> Int? {
        guard !metadata.isEmpty else { return nil }
        guard let node = PayloadNode(.dictionary(metadata)) else {
            throw MappingError(
                .invalidMetadata, "the metadata has an infinite number, which no payload can have")
        }
        return tape.append(node)
    }
}
