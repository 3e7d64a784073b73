import MercatorPayload
import ObjectGraph

/// The remaining members of representations, for paths `@rest`.
extension CollectStage {
    /// Returns the tape index of an appended object with the remaining members of a representation.
    ///
    /// These are the members that its mapping does not read elsewhere. The result is `nil` if there
    /// are none.
    ///
    /// A representation that is shared with the enclosing record has no remaining members. For an
    /// entry of a map, the remaining members of its value are returned.
    mutating func rest(of candidate: Candidate, _ index: PlanIndex) -> Int? {
        let position = candidate.representation.position
        let isShared = candidate.parent.map {
            graph.records[$0].representation == candidate.representation
        }
        guard isShared != true, let taken = input.plan.taken[index] else { return nil }
        var found = (position: position, nodes: [KeyUse.root])
        if input.plan.entities[index].forcesCollection {
            guard let key = tape.keyOfOnlyMember(at: position) else { return nil }
            found = (key + 1, taken.nodes(behind: key, tape, of: KeyUse.root))
        }
        guard tape.isObject(at: found.position),
            let rest = taken.rest(of: found.position, tape, found.nodes)
        else { return nil }
        return extend { $0.append(rest, of: found.position) }
    }
}

extension KeyUse {
    /// Returns the part of a value that no path reads; `nil` if there is none.
    ///
    /// - Complexity: O(members of the objects that paths lead through).
    fileprivate func rest(
        of position: Int, _ tape: PayloadTape, _ nodes: [Int]
    ) -> PayloadSelection? {
        if nodes.isEmpty { return .whole }
        if tape.isNull(at: position) { return nil }
        let kinds = nodes.reduce(into: Kinds()) { $0.formUnion(taken(at: $1)) }
        guard tape.isContainer(at: position) else { return kinds.contains(.scalars) ? nil : .whole }
        if kinds.contains(.containers) {
            // Scalars among the objects of a relationship have no mapping.
            guard tape.isArray(at: position), !kinds.contains(.scalars) else { return nil }
            return elements(of: position, tape) { tape.isScalar(at: $0) ? .whole : nil }
        }
        guard nodes.contains(where: isEntered) else { return .whole }
        guard tape.isObject(at: position) else {
            return elements(of: position, tape) { rest(of: $0, tape, nodes) }
        }
        let members = tape.distinctMembers(of: position).compactMap { key, value in
            let inner = nodes.flatMap { self.nodes(behind: key, tape, of: $0) }
            return rest(of: value, tape, inner).map { (key, $0) }
        }
        return members.isEmpty ? nil : .members(members)
    }

    /// Returns the parts of the elements of an array; `nil` if there are none.
    private func elements(
        of array: Int, _ tape: PayloadTape, _ part: (Int) -> PayloadSelection?
    ) -> PayloadSelection? {
        var parts: [PayloadSelection?] = []
        var element = tape.firstChild(of: array)
        while element < tape.end(of: array) {
            parts.append(part(element))
            element = tape.next(after: element)
        }
        return parts.contains { $0 != nil } ? .elements(parts) : nil
    }
}

extension PayloadTape {
    /// Tests for a string, a number or a Boolean value.
    fileprivate func isScalar(at position: Int) -> Bool {
        !isContainer(at: position) && !isNull(at: position)
    }
}

extension Value {
    /// Returns a dictionary with additional members of an earlier value.
    ///
    /// Existing members take precedence at any depth, just as a key that a payload lacks leaves an
    /// attribute as it is.
    ///
    /// - Complexity: O(members of both).
    func joining(_ earlier: Value) -> Value {
        guard case .dictionary(let members) = self, case .dictionary(let known) = earlier else {
            return self
        }
        return .dictionary(known.merging(members) { $1.joining($0) })
    }
}
