import MercatorPayload
package import ObjectGraph

/// The evaluation of `@metadata`: the metadata of the caller and of the engine.
///
/// Source: RestKit, whose engine stores its own metadata under `mapping` and gives precedence to
/// the innermost level.
extension CollectStage {
    /// Returns the start of a path in the metadata, and the remaining components.
    mutating func startOfMetadata(
        _ steps: ArraySlice<PayloadPathComponent>, _ candidate: Candidate
    ) -> (ArraySlice<PayloadPathComponent>, Int)? {
        guard let first = steps.first else { return (steps, wholeMetadata(of: candidate)) }
        let own = metadata.map { (steps, $0.position) }
        if first.key == "position", let node = sourcePosition(of: candidate) {
            return (steps.dropFirst(), extend { $0.append(node) })
        }
        guard first.key == "mapping" else { return own }
        let rest = steps.dropFirst()
        switch rest.first?.key {
        case "collectionIndex" where candidate.index != .single:
            let node = collectionIndex(of: candidate)
            return (rest.dropFirst(), extend { $0.append(node) })
        case "rootKeyPath":
            let node = rootKeyPath(of: candidate)
            return (rest.dropFirst(), extend { $0.append(node) })
        case "parentObject":
            guard let parent = candidate.parent else { return own }
            return attribute(rest.dropFirst(), of: parent)
        case nil where rest.isEmpty:
            let whole = wholeMetadata(of: candidate)
            return tape.find(Array("mapping".utf8), inObjectAt: whole).map { (rest, $0) }
        default: return own
        }
    }

    /// Returns the tape index of the value mapped to an attribute of the enclosing object.
    private func attribute(
        _ steps: ArraySlice<PayloadPathComponent>, of parent: RecordIndex
    ) -> (ArraySlice<PayloadPathComponent>, Int)? {
        let record = graph.records[parent]
        guard let name = steps.first?.key else { return (steps, record.representation.position) }
        let attributes = graph.plan(of: record).attributes
        guard let attribute = attributes.lastIndex(where: { $0.name == name }) else { return nil }
        return graph.field(attribute, of: record).position.map { (steps.dropFirst(), $0) }
    }

    /// Returns all metadata as one object; the engine's members take precedence over the caller's.
    private mutating func wholeMetadata(of candidate: Candidate) -> Int {
        var engine = [PayloadNode.Member("rootKeyPath", rootKeyPath(of: candidate))]
        if candidate.index != .single {
            engine.append(PayloadNode.Member("collectionIndex", collectionIndex(of: candidate)))
        }
        var members: [PayloadNode.Member] = []
        if let metadata,
            case .object(let own) = PayloadNode(
                PayloadValue(graph.document, at: metadata.position))
        {
            for member in own {
                guard member.key == "mapping", case .object(let inner) = member.value else {
                    members.append(member)
                    continue
                }
                engine += inner.filter { member in !engine.contains { $0.key == member.key } }
            }
        }
        if let position = sourcePosition(of: candidate) {
            members.removeAll { $0.key == "position" }
            members.append(PayloadNode.Member("position", position))
        }
        members.removeAll { $0.key == "mapping" }
        members.append(PayloadNode.Member("mapping", .object(engine)))
        return extend { $0.append(.object(members)) }
    }

    /// Returns the index in an array.
    ///
    /// In a to-one relationship the result is null, to hide the index of an enclosing record.
    private func collectionIndex(of candidate: Candidate) -> PayloadNode {
        candidate.index.element.map { .number(String($0)) } ?? .null
    }

    /// Returns the position in the source of the record that contains a representation.
    ///
    /// The result is `nil` if the operation has no source.
    private func sourcePosition(of candidate: Candidate) -> PayloadNode? {
        guard let positions = input.positions else { return nil }
        let top = graph.outermost(candidate)
        return positions.position(at: top.index.element ?? 0, ofRoot: top.role.position)
            .map { .number(String($0)) }
    }

    /// Returns the root path as a string; null for the payload itself.
    private func rootKeyPath(of candidate: Candidate) -> PayloadNode {
        let path = input.plan.roots[graph.outermost(candidate).role.position].path
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
