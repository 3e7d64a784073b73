import ObjectGraph
import Payload

/// What a path of a mapping found.
enum ObjectLocation {
    case absent
    case found(Found)
    /// Something on the way does not fit.
    case misfit(Int, expected: String)

    var found: Found? {
        if case .found(let found) = self { found } else { nil }
    }

    /// Whether it says that the representation is meant for the mapping.
    var isEvidence: Bool {
        if case .absent = self { false } else { true }
    }
}

extension ObjectSession {
    /// The value at the end of a path; what is no place on the tape yet is appended to it.
    func locateValue(at path: PayloadPath, of record: ObjectRecord) -> ObjectLocation {
        locate(path, record) { result in
            switch result {
            case .list, .number: document.tape.append(result).map { .one($0) }
            default: nil
            }
        }
    }

    /// The representations at the end of a path, each with the objects it lies in.
    func locateNested(at path: PayloadPath, of record: ObjectRecord) -> ObjectLocation {
        if path.isPlain, document.tape.find(path, from: record.place) == nil {
            let gathering = PathGathering(
                path.components[...], from: record.place, on: document.tape)
            if let misfit = gathering.misfits.first {
                return .misfit(misfit, expected: "an object")
            }
            return gathering.found.map(ObjectLocation.found) ?? .absent
        }
        return locate(path, record) { result in
            switch result {
            case .list(let results, let origin):
                .many(
                    results.compactMap { document.tape.append($0) }
                        .map { Found.Element(place: $0) }, of: origin)
            case .number: document.tape.append(result).map { .one($0) }
            default: nil
            }
        }
    }

    private func locate(
        _ path: PayloadPath, _ record: ObjectRecord, _ collect: (PayloadPathResult) -> Found?
    ) -> ObjectLocation {
        if let place = document.tape.find(path, from: record.place) { return .found(.one(place)) }
        guard let (steps, start) = start(of: path, record) else {
            guard case .context(.key)? = path.components.first?.kind else { return .absent }
            return .misfit(record.place, expected: "an object with one member")
        }
        let result = document.tape.evaluator(for: path, at: record.place)
            .evaluate(steps, from: start)
        switch result {
        case .absent: return .absent
        case .place(let place): return .found(.one(place))
        case .mismatch(let place, let expected): return .misfit(place, expected: expected)
        case .list, .number: return collect(result).map(ObjectLocation.found) ?? .absent
        }
    }

    /// Where a path begins, and the steps from there.
    private func start(
        of path: PayloadPath, _ record: ObjectRecord
    ) -> (ArraySlice<PayloadPathComponent>, Int)? {
        let steps = path.components[...]
        guard path.problem == nil else { return nil }
        guard case .context(let context)? = steps.first?.kind else { return (steps, record.place) }
        let rest = steps.dropFirst()
        switch context {
        case .root: return (rest, 0)
        case .record: return (rest, record.outermost)
        case .key: return document.tape.keyOfOnlyMember(at: record.place).map { (rest, $0) }
        case .parent:
            let levels = steps.prefix { $0.kind == .context(.parent) }.count
            guard levels <= record.parents.count else { return nil }
            return (steps.dropFirst(levels), record.parents[levels - 1])
        case .metadata: return startOfMetadata(rest, record)
        }
    }

    /// Where a path in the metadata begins: the engine's own is under `mapping`, and asked first.
    private func startOfMetadata(
        _ steps: ArraySlice<PayloadPathComponent>, _ record: ObjectRecord
    ) -> (ArraySlice<PayloadPathComponent>, Int)? {
        guard let first = steps.first, first.key == "mapping" else {
            return metadata.map { (steps, $0) }
        }
        switch steps.dropFirst().first?.key {
        case "collectionIndex" where record.index != Record.single:
            // In a to-one relationship it is null, so that none further out is meant.
            let node = record.index >= 0 ? PayloadNode.number(String(record.index)) : .null
            return (steps.dropFirst(2), document.tape.append(node))
        case "rootKeyPath":
            let node = rootPath.components.isEmpty ? .null : PayloadNode.string("\(rootPath)")
            return (steps.dropFirst(2), document.tape.append(node))
        default: return metadata.map { (steps, $0) }
        }
    }
}

extension ObjectSession {
    /// The value at a path for matchers; what does not fit on the way counts as absent.
    func value(at path: PayloadPath, of record: ObjectRecord) -> PayloadValue? {
        locateValue(at: path, of: record).found.map { PayloadValue(document, at: $0.place) }
    }

    /// A representation with everything around it.
    func context(of record: ObjectRecord) -> MappingContext {
        MappingContext(
            representation: PayloadValue(document, at: record.place),
            parents: record.parents.map { PayloadValue(document, at: $0) },
            index: record.index >= 0 ? Int(record.index) : nil, rootPath: rootPath,
            metadata: metadata.map { PayloadValue(document, at: $0) })
    }

    /// Where the root path leads, if it is in the payload.
    func findRoot() -> ObjectLocation {
        let top = ObjectRecord(
            place: 0, parents: [], index: Record.single, around: nil, isAggregated: false)
        return locateNested(at: rootPath, of: top)
    }
}
