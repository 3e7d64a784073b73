import EntityMapper
import MercatorPayload
import ObjectGraph

/// The result of evaluating a path of a mapping.
enum ObjectLocation {
    case absent
    case found(PathMatch)
    /// A value on the path has the wrong type.
    case mismatch(Int, expected: String)

    var found: PathMatch? {
        if case .found(let found) = self { found } else { nil }
    }

    /// Indicates whether the result is evidence that the representation is meant for the mapping.
    var isEvidence: Bool {
        if case .absent = self { false } else { true }
    }
}

extension ObjectSession {
    /// Returns the value at a path; a computed value is appended to the tape.
    func locateValue(at path: PayloadPath, of record: ObjectRecord) -> ObjectLocation {
        locate(path, record) { result in
            switch result {
            case .list, .number: document.tape.append(result).map { .one($0) }
            default: nil
            }
        }
    }

    /// Returns the representations at a path, each with the objects that enclose it.
    func locateNested(at path: PayloadPath, of record: ObjectRecord) -> ObjectLocation {
        if path.isPlain, document.tape.find(path, from: record.position) == nil {
            let traversal = PathTraversal(
                path.components[...], from: record.position, on: document.tape)
            if let mismatch = traversal.mismatches.first {
                return .mismatch(mismatch, expected: "an object")
            }
            return traversal.found.map(ObjectLocation.found) ?? .absent
        }
        return locate(path, record) { result in
            switch result {
            case .list(let results, let origin):
                .many(
                    results.compactMap { document.tape.append($0) }
                        .map { PathMatch.Element(position: $0) }, of: origin)
            case .number: document.tape.append(result).map { .one($0) }
            default: nil
            }
        }
    }

    private func locate(
        _ path: PayloadPath, _ record: ObjectRecord, _ collect: (PayloadPathResult) -> PathMatch?
    ) -> ObjectLocation {
        if let position = document.tape.find(path, from: record.position) {
            return .found(.one(position))
        }
        guard let (steps, start) = start(of: path, record) else {
            guard path.scope == .key else { return .absent }
            return .mismatch(record.position, expected: "an object with one member")
        }
        let result = document.tape.evaluator(for: path, at: record.position)
            .evaluate(steps, from: start)
        switch result {
        case .absent: return .absent
        case .value(let position): return .found(.one(position))
        case .mismatch(let position, let expected): return .mismatch(position, expected: expected)
        case .list, .number: return collect(result).map(ObjectLocation.found) ?? .absent
        }
    }

    /// Returns the tape index where a path begins, and the remaining components.
    private func start(
        of path: PayloadPath, _ record: ObjectRecord
    ) -> (ArraySlice<PayloadPathComponent>, Int)? {
        guard path.problem == nil else { return nil }
        var steps = path.components[...]
        switch PathScope(removedFrom: &steps) {
        case .representation: return (steps, record.position)
        case .root: return (steps, 0)
        case .record: return (steps, record.outermost)
        case .key: return document.tape.keyOfOnlyMember(at: record.position).map { (steps, $0) }
        case .parent(let level):
            return level <= record.parents.count ? (steps, record.parents[level - 1]) : nil
        case .metadata: return startOfMetadata(steps, record)
        case .rest: return nil
        }
    }

    /// Returns the start of a path in the metadata.
    ///
    /// Keys of the engine's object `mapping` take precedence.
    private func startOfMetadata(
        _ steps: ArraySlice<PayloadPathComponent>, _ record: ObjectRecord
    ) -> (ArraySlice<PayloadPathComponent>, Int)? {
        guard let first = steps.first, first.key == "mapping" else {
            return metadata.map { (steps, $0) }
        }
        switch steps.dropFirst().first?.key {
        case "collectionIndex" where record.index != .single:
            // The index is null in a to-one relationship, to hide the index of an enclosing record.
            let node = record.index.element.map { PayloadNode.number(String($0)) } ?? .null
            return (steps.dropFirst(2), document.tape.append(node))
        case "rootKeyPath":
            let node = rootPath.components.isEmpty ? .null : PayloadNode.string("\(rootPath)")
            return (steps.dropFirst(2), document.tape.append(node))
        default: return metadata.map { (steps, $0) }
        }
    }
}

extension ObjectSession {
    /// Returns the value at a path for matchers; a type mismatch on the path counts as absent.
    func value(at path: PayloadPath, of record: ObjectRecord) -> PayloadValue? {
        locateValue(at: path, of: record).found.map { PayloadValue(document, at: $0.position) }
    }

    /// Returns a representation with its context.
    func context(of record: ObjectRecord) -> MappingContext {
        MappingContext(
            representation: PayloadValue(document, at: record.position),
            parents: record.parents.map { PayloadValue(document, at: $0) },
            index: record.index.element, rootPath: rootPath,
            metadata: metadata.map { PayloadValue(document, at: $0) })
    }

    /// Evaluates the root path.
    func findRoot() -> ObjectLocation {
        let top = ObjectRecord(
            position: 0, parents: [], index: .single, around: nil, isAggregated: false)
        return locateNested(at: rootPath, of: top)
    }
}
