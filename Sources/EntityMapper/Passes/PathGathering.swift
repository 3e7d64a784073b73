import Payload

/// What a path of keys brings together on its way across arrays, and the objects it went through.
struct PathGathering {
    private(set) var elements: [Found.Element] = []
    /// Values on the way that a key cannot be looked up in.
    private(set) var misfits: [Int] = []
    /// The first array on the way, or -1.
    private var origin = -1
    private let tape: PayloadTape

    /// Follows keys.
    ///
    /// - Parameters:
    ///   - steps: The keys.
    ///   - place: Where to begin.
    ///   - tape: The tape.
    init(_ steps: ArraySlice<PayloadPathComponent>, from place: Int, on tape: PayloadTape) {
        self.tape = tape
        follow(steps, from: place, [])
    }

    /// The representations; `nil` if the path leads nowhere in any element.
    var found: Found? {
        guard origin >= 0 else { return elements.first.map { .one($0.place) } }
        return elements.isEmpty && tape.count(at: origin) > 0 ? nil : .many(elements, of: origin)
    }

    private mutating func follow(
        _ steps: ArraySlice<PayloadPathComponent>, from place: Int, _ trail: [Int32]
    ) {
        guard let step = steps.first else {
            elements.append(Found.Element(place: place, trail: trail))
            return
        }
        switch tape.kind(at: place) {
        case .object:
            guard let next = tape.find(step.utf8, inObjectAt: place) else { return }
            let rest = steps.dropFirst()
            // The last object is the representation itself, not one around it.
            let isAround = !rest.isEmpty && tape.isObject(at: next)
            follow(rest, from: next, isAround ? trail + [Int32(next)] : trail)
        case .array:
            if origin < 0 { origin = place }
            var element = tape.firstChild(of: place)
            while element < tape.end(of: place) {
                let isAround = tape.isObject(at: element)
                follow(steps, from: element, isAround ? trail + [Int32(element)] : trail)
                element = tape.next(after: element)
            }
        case .null: return
        default: misfits.append(place)
        }
    }
}

extension PayloadTape {
    /// Where the key of a representation is: that of its only member.
    func keyOfOnlyMember(at place: Int) -> Int? {
        guard isObject(at: place), count(at: place) == 1 else { return nil }
        return firstChild(of: place)
    }

    /// What follows a path from a representation, whose key stands for `{name}`.
    func evaluator(for path: PayloadPath, at place: Int) -> PayloadPathEvaluator {
        guard path.usesKey, let key = keyOfOnlyMember(at: place) else {
            return PayloadPathEvaluator(self)
        }
        return PayloadPathEvaluator(self, key: decodedText(at: key))
    }

    /// The objects that a path of keys goes through, its end left out.
    func objects(on path: PayloadPath, from start: Int) -> [Int32] {
        var objects: [Int32] = []
        var place = start
        for step in path.components.dropLast() {
            let name: [UInt8]? =
                switch step.kind {
                case .key: step.utf8
                case .representationKey: keyOfOnlyMember(at: start).map(decodedText)
                case .context, .operation: nil
                }
            guard let name, let next = find(name, inObjectAt: place), isObject(at: next) else {
                return objects
            }
            objects.append(Int32(next))
            place = next
        }
        return objects
    }
}
