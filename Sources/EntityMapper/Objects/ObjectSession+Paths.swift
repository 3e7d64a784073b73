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
            var gathering = Gathering()
            gather(path.components[...], from: record.place, [], &gathering)
            return gathering.location(document.tape)
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
        let result = evaluator(for: path, record).evaluate(steps, from: start)
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
        case .key: return key(of: record).map { (rest, $0) }
        case .parent:
            let levels = steps.prefix { $0.kind == .context(.parent) }.count
            guard levels <= record.parents.count else { return nil }
            return (steps.dropFirst(levels), record.parents[levels - 1])
        case .metadata: return startOfMetadata(rest, record)
        }
    }

    /// Where the key of a representation is: that of its only member.
    private func key(of record: ObjectRecord) -> Int? {
        let tape = document.tape
        guard tape.isObject(at: record.place), tape.count(at: record.place) == 1 else { return nil }
        return tape.firstChild(of: record.place)
    }

    private func evaluator(
        for path: PayloadPath, _ record: ObjectRecord
    ) -> PayloadPathEvaluator {
        guard path.usesKey, let key = key(of: record) else {
            return PayloadPathEvaluator(document.tape)
        }
        return PayloadPathEvaluator(document.tape, key: document.tape.decodedText(at: key))
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
    /// What a path of keys brings together on its way across arrays.
    private struct Gathering {
        var elements: [Found.Element] = []
        /// The first array on the way, or -1.
        var origin = -1
        var misfit: Int?

        func location(_ tape: PayloadTape) -> ObjectLocation {
            if let misfit { return .misfit(misfit, expected: "an object") }
            guard origin >= 0 else { return .absent }
            return elements.isEmpty && tape.count(at: origin) > 0
                ? .absent : .found(.many(elements, of: origin))
        }
    }

    /// Follows keys across arrays, and notes on the way which objects it went through.
    private func gather(
        _ steps: ArraySlice<PayloadPathComponent>, from place: Int, _ trail: [Int32],
        _ gathering: inout Gathering
    ) {
        let tape = document.tape
        guard let step = steps.first else {
            gathering.elements.append(Found.Element(place: place, trail: trail))
            return
        }
        switch tape.kind(at: place) {
        case .object:
            guard let next = tape.find(step.utf8, inObjectAt: place) else { return }
            let rest = steps.dropFirst()
            // The last object is the representation itself, not one around it.
            let isAround = !rest.isEmpty && tape.isObject(at: next)
            gather(rest, from: next, isAround ? trail + [Int32(next)] : trail, &gathering)
        case .array:
            if gathering.origin < 0 { gathering.origin = place }
            var element = tape.firstChild(of: place)
            while element < tape.end(of: place) {
                let isAround = tape.isObject(at: element)
                gather(
                    steps, from: element, isAround ? trail + [Int32(element)] : trail, &gathering)
                element = tape.next(after: element)
            }
        case .null: return
        default: gathering.misfit = gathering.misfit ?? place
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
