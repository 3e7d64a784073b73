/// Evaluates paths with steps other than keys, and paths through arrays.
///
/// The result is a tree of tape indices, which ``PayloadTape/append(_:)`` turns into a value.
/// - Complexity: O(members and elements visited).
package struct PayloadPathEvaluator {
    private let tape: PayloadTape
    /// The key that replaces `{name}`.
    private let key: [UInt8]?

    /// Creates an evaluator over a tape.
    ///
    /// - Parameters:
    ///   - tape: The tape.
    ///   - key: The key of the current value, if any.
    package init(_ tape: PayloadTape, key: [UInt8]? = nil) {
        self.tape = tape
        self.key = key
    }

    /// Evaluates steps without contexts.
    package func evaluate(
        _ steps: ArraySlice<PayloadPathComponent>, from position: Int
    ) -> PayloadPathResult {
        evaluate(steps, from: .value(position))
    }

    private func evaluate(
        _ steps: ArraySlice<PayloadPathComponent>, from start: PayloadPathResult
    ) -> PayloadPathResult {
        var result = start
        for index in steps.indices {
            switch steps[index].kind {
            case .key: result = member(steps[index].utf8, of: result)
            case .representationKey:
                guard let key else { return .absent }
                result = member(key, of: result)
            case .context: return .absent
            case .operation(let operation):
                guard !operation.isTransparent else {
                    result = end(operation, of: result)
                    continue
                }
                return apply(operation, to: steps[(index + 1)...], of: result)
            }
        }
        return result
    }

    /// Returns the value of a member or, for an array, of that member of each element.
    private func member(_ key: [UInt8], of result: PayloadPathResult) -> PayloadPathResult {
        switch result {
        case .absent, .mismatch: return result
        case .number(_, let origin): return .mismatch(at: origin, expected: "an object")
        case .list(let elements, let origin):
            return list(elements.map { member(key, of: $0) }, of: origin)
        case .value(let position):
            switch tape.kind(at: position) {
            case .object:
                return tape.find(key, inObjectAt: position).map(PayloadPathResult.value) ?? .absent
            case .array: return list(values(in: position).map { member(key, of: $0) }, of: position)
            case .null: return .absent
            default: return .mismatch(at: position, expected: "an object")
            }
        }
    }

    /// Returns a list, or the first mismatch among its elements.
    private func list(_ elements: [PayloadPathResult], of origin: Int) -> PayloadPathResult {
        for case .mismatch(let position, let expected) in elements {
            return .mismatch(at: position, expected: expected)
        }
        return .list(elements, of: origin)
    }

    private func values(in array: Int) -> [PayloadPathResult] {
        var values: [PayloadPathResult] = []
        values.reserveCapacity(tape.count(at: array))
        var position = tape.firstChild(of: array)
        while position < tape.end(of: array) {
            values.append(.value(position))
            position = tape.next(after: position)
        }
        return values
    }

    /// Returns the elements of a result and the tape index of the array; `nil` if it is no array.
    private func elements(_ result: PayloadPathResult) -> ([PayloadPathResult], Int)? {
        switch result {
        case .list(let elements, let origin): return (elements, origin)
        case .value(let position) where tape.isArray(at: position):
            return (values(in: position), position)
        default: return nil
        }
    }

    private func noArray(_ result: PayloadPathResult) -> PayloadPathResult {
        switch result {
        case .value(let position) where !tape.isNull(at: position):
            .mismatch(at: position, expected: "an array")
        case .number(_, let origin): .mismatch(at: origin, expected: "an array")
        case .mismatch: result
        default: .absent
        }
    }

    /// Returns the first or the last element.
    private func end(
        _ operation: PayloadPathOperator, of result: PayloadPathResult
    ) -> PayloadPathResult {
        guard let (elements, _) = elements(result) else { return noArray(result) }
        return (operation == .first ? elements.first : elements.last) ?? .absent
    }

    private func apply(
        _ operation: PayloadPathOperator, to rest: ArraySlice<PayloadPathComponent>,
        of result: PayloadPathResult
    ) -> PayloadPathResult {
        guard let (elements, origin) = elements(result) else { return noArray(result) }
        if operation == .count { return .number(PayloadDecimal(elements.count), of: origin) }
        var found: [PayloadPathResult] = []
        for element in elements {
            let result = evaluate(rest, from: element)
            if case .mismatch = result { return result }
            if !result.isMissing(on: tape) { found.append(result) }
        }
        switch operation {
        case .unionOfObjects: return .list(found, of: origin)
        case .distinctUnionOfObjects: return .list(distinct(found), of: origin)
        case .unionOfArrays: return flattened(found, of: origin)
        case .distinctUnionOfArrays:
            guard case .list(let all, _) = flattened(found, of: origin) else {
                return flattened(found, of: origin)
            }
            return .list(distinct(all), of: origin)
        case .min, .max: return extreme(operation, of: found)
        case .sum, .avg: return total(operation, of: found, origin)
        case .count, .first, .last: return .absent
        }
    }

    private func flattened(_ found: [PayloadPathResult], of origin: Int) -> PayloadPathResult {
        var all: [PayloadPathResult] = []
        for result in found {
            guard let (elements, _) = elements(result) else { return noArray(result) }
            all += elements.filter { !$0.isMissing(on: tape) }
        }
        return .list(all, of: origin)
    }
}

extension PayloadPathEvaluator {
    /// Removes results equal in value to an earlier result; `1.0` equals `1`.
    private func distinct(_ found: [PayloadPathResult]) -> [PayloadPathResult] {
        var seen: Set<PayloadNode> = []
        return found.filter { seen.insert(meaning(of: $0)).inserted }
    }

    private func meaning(of result: PayloadPathResult) -> PayloadNode {
        switch result {
        case .absent, .mismatch: return .null
        case .number(let number, _): return .number(number.description)
        case .list(let elements, _): return .array(elements.map(meaning))
        case .value(let position): return meaning(at: position)
        }
    }

    /// Returns a value in canonical form, with normalised numbers and sorted members.
    private func meaning(at position: Int) -> PayloadNode {
        switch tape.kind(at: position) {
        case .number:
            return .number(tape.decimal(at: position)?.description ?? tape.string(at: position))
        case .array: return .array(values(in: position).map(meaning))
        case .object:
            let members = tape.distinctMembers(of: position).map {
                PayloadNode.Member(tape.string(at: $0.key), meaning(at: $0.value))
            }
            return .object(members.sorted { $0.key < $1.key })
        default: return PayloadNode(PayloadValue(PayloadDocument(tape: tape), at: position))
        }
    }

    private func total(
        _ operation: PayloadPathOperator, of found: [PayloadPathResult], _ origin: Int
    ) -> PayloadPathResult {
        var sum = PayloadDecimal(0)
        for result in found {
            guard let number = number(result) else { return unfit(result, "a number") }
            guard let next = sum.adding(number) else {
                return unfit(result, "numbers whose sum has at most 38 digits")
            }
            sum = next
        }
        guard operation == .avg else { return .number(sum, of: origin) }
        guard !found.isEmpty else { return .absent }
        return .number(sum.divided(by: found.count), of: origin)
    }

    private func number(_ result: PayloadPathResult) -> PayloadDecimal? {
        switch result {
        case .value(let position): tape.decimal(at: position)
        case .number(let number, _): number
        default: nil
        }
    }

    private func unfit(_ result: PayloadPathResult, _ expected: String) -> PayloadPathResult {
        switch result {
        case .value(let position), .list(_, let position), .number(_, let position):
            .mismatch(at: position, expected: expected)
        case .absent, .mismatch: result
        }
    }

    /// Returns the smallest or largest of numbers or of strings.
    private func extreme(
        _ operation: PayloadPathOperator, of found: [PayloadPathResult]
    ) -> PayloadPathResult {
        guard var best = found.first else { return .absent }
        guard number(best) != nil || text(best) != nil else {
            return unfit(best, "numbers or texts")
        }
        for result in found.dropFirst() {
            guard let isBefore = isBefore(result, best) else {
                return unfit(result, number(best) == nil ? "a text" : "a number")
            }
            if isBefore == (operation == .min), isBefore || self.isBefore(best, result) == true {
                best = result
            }
        }
        return best
    }

    /// Tests whether one result is less than another, or returns `nil` if they are not comparable.
    private func isBefore(_ left: PayloadPathResult, _ right: PayloadPathResult) -> Bool? {
        if let first = number(left), let second = number(right) {
            return first.isLess(than: second)
        }
        guard let first = text(left), let second = text(right) else { return nil }
        return first.lexicographicallyPrecedes(second)
    }

    private func text(_ result: PayloadPathResult) -> ArraySlice<UInt8>? {
        guard case .value(let position) = result, tape.isString(at: position) else { return nil }
        return tape.text(at: position)
    }
}
