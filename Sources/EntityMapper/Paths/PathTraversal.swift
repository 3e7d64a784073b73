package import MercatorPayload

/// The values that a path of keys gathers across arrays, with the objects along the path.
package struct PathTraversal {
    private(set) var elements: [PathMatch.Element] = []
    /// The tape indices of values on the path that are neither objects nor arrays.
    package private(set) var mismatches: [Int] = []
    /// The first array on the path, if there is one.
    private var origin: Int?
    private let tape: PayloadTape

    /// Evaluates a path of keys.
    ///
    /// - Parameters:
    ///   - steps: The keys.
    ///   - position: The tape index of the value where the path begins.
    ///   - tape: The tape.
    package init(
        _ steps: ArraySlice<PayloadPathComponent>, from position: Int, on tape: PayloadTape
    ) {
        self.tape = tape
        follow(steps, from: position, [])
    }

    /// The gathered representations; `nil` if the path is absent from all elements.
    package var found: PathMatch? {
        guard let origin else { return elements.first.map { .one($0.position) } }
        return elements.isEmpty && tape.count(at: origin) > 0 ? nil : .many(elements, of: origin)
    }

    private mutating func follow(
        _ steps: ArraySlice<PayloadPathComponent>, from position: Int, _ ancestors: [Int32]
    ) {
        guard let step = steps.first else {
            elements.append(PathMatch.Element(position: position, ancestors: ancestors))
            return
        }
        switch tape.kind(at: position) {
        case .object:
            guard let next = tape.find(step.utf8, inObjectAt: position) else { return }
            let rest = steps.dropFirst()
            // The last object is the representation itself, not an enclosing object.
            let isAround = !rest.isEmpty && tape.isObject(at: next)
            follow(rest, from: next, isAround ? ancestors + [Int32(next)] : ancestors)
        case .array:
            origin = origin ?? position
            var element = tape.firstChild(of: position)
            while element < tape.end(of: position) {
                let isAround = tape.isObject(at: element)
                follow(steps, from: element, isAround ? ancestors + [Int32(element)] : ancestors)
                element = tape.next(after: element)
            }
        case .null: return
        default: mismatches.append(position)
        }
    }
}

extension PayloadTape {
    /// Returns the tape index of the key of an object with a single member.
    package func keyOfOnlyMember(at position: Int) -> Int? {
        guard isObject(at: position), count(at: position) == 1 else { return nil }
        return firstChild(of: position)
    }

    /// Returns the evaluator of a path from a representation, whose key replaces `{name}`.
    package func evaluator(for path: PayloadPath, at position: Int) -> PayloadPathEvaluator {
        guard path.usesKey, let key = keyOfOnlyMember(at: position) else {
            return PayloadPathEvaluator(self)
        }
        return PayloadPathEvaluator(self, key: decodedText(at: key))
    }

    /// Returns the objects that a path of keys traverses, excluding its end.
    package func objects(on path: PayloadPath, from start: Int) -> [Int32] {
        var objects: [Int32] = []
        var position = start
        for step in path.components.dropLast() {
            let name: [UInt8]? =
                switch step.kind {
                case .key: step.utf8
                case .representationKey: keyOfOnlyMember(at: start).map(decodedText)
                case .context, .operation: nil
                }
            guard let name, let next = find(name, inObjectAt: position), isObject(at: next) else {
                return objects
            }
            objects.append(Int32(next))
            position = next
        }
        return objects
    }
}
