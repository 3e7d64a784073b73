package import MercatorPayload
package import ObjectGraph

/// The members of an object as values for a closure.
///
/// The result of the closure is translated back into payload nodes.
///
/// Values cannot express everything that a payload contains: the order of members, or numbers with
/// any number of digits. Members that the closure does not change or only moves therefore keep
/// their original nodes instead of being rebuilt from values.
package struct MemberChanges {
    /// The original members.
    private let members: [PayloadNode.Member]
    /// The members as values, as passed to the closure.
    package let values: [String: Value]

    package init(_ members: [PayloadNode.Member]) {
        self.members = members
        values = Dictionary(
            members.map { ($0.key, $0.value.value) }, uniquingKeysWith: { $1 })
    }

    /// An error for a member whose value cannot be expressed in a payload.
    package struct Unwritable: Error {
        package let key: String
    }

    /// Returns the members for a closure's result; `nil` if nothing has changed.
    ///
    /// Existing keys keep their original order; new keys follow, sorted by name.
    package func applying(_ new: [String: Value]) throws(Unwritable) -> [ReplacementMember]? {
        guard new != values else { return nil }
        return try applying(new, KnownValues(members))
    }

    fileprivate func applying(
        _ new: [String: Value], _ known: KnownValues
    ) throws(Unwritable) -> [ReplacementMember] {
        var result: [ReplacementMember] = []
        for (index, member) in members.enumerated() {
            guard let value = new[member.key] else { continue }
            if value == values[member.key] {
                result.append(ReplacementMember(member.key, .member([index])))
            } else {
                result.append(try change(of: member.key, member.value, to: value, known))
            }
        }
        let added = new.filter { values[$0.key] == nil }.sorted { $0.key < $1.key }
        for (key, value) in added {
            result.append(try change(of: key, .null, to: value, known))
        }
        return result
    }

    private func change(
        of key: String, _ old: PayloadNode, to value: Value, _ known: KnownValues
    ) throws(Unwritable) -> ReplacementMember {
        if let path = known.path(to: value) { return ReplacementMember(key, .member(path)) }
        guard let node = old.changed(to: value, known) else { throw Unwritable(key: key) }
        return ReplacementMember(key, .node(node))
    }

    /// Returns the payload nodes for a list of replacement members.
    package func nodes(_ changes: [ReplacementMember]) -> [PayloadNode.Member] {
        changes.map { change in
            switch change.source {
            case .node(let node): PayloadNode.Member(change.key, node)
            case .member(let path):
                PayloadNode.Member(change.key, PayloadNode.object(members).member(at: path[...]))
            }
        }
    }
}

/// The values inside an object, for recognising values that a closure has moved.
private struct KnownValues {
    private struct Location {
        /// The node of the value.
        ///
        /// It is `nil` if the value occurs with different spellings, such as 1.5 and 1.50.
        var node: PayloadNode?
        /// The indices of the members on the path to the value.
        ///
        /// The path is `nil` if the value occurs several times or inside an array.
        var path: [Int]?
    }

    private var locations: [Value: Location] = [:]
    /// Indicates whether paths are returned; they are valid only from the outermost object.
    private var tellsPaths = true

    init(_ members: [PayloadNode.Member]) {
        add(members, at: [])
    }

    /// Returns the path to the only equal value.
    ///
    /// The result is `nil` for null and Boolean values, which are too common to be recognized.
    func path(to value: Value) -> [Int]? {
        switch value {
        case .null, .boolean: nil
        default: tellsPaths ? locations[value]?.path : nil
        }
    }

    /// Returns the original node of an equal value.
    func node(of value: Value) -> PayloadNode? { locations[value]?.node }

    private mutating func add(_ members: [PayloadNode.Member], at path: [Int]) {
        for (index, member) in members.enumerated() { add(member.value, at: path + [index]) }
    }

    private mutating func add(_ node: PayloadNode, at path: [Int]?) {
        let value = node.value
        if let known = locations[value] {
            locations[value] = Location(node: known.node == node ? node : nil, path: nil)
        } else {
            locations[value] = Location(node: node, path: path)
        }
        switch node {
        case .object(let members):
            guard let path else {
                for member in members { add(member.value, at: nil) }
                return
            }
            add(members, at: path)
        case .array(let elements):
            for element in elements { add(element, at: nil) }
        case .null, .boolean, .number, .string: break
        }
    }
}

extension PayloadNode {
    /// The node as a value for closures.
    ///
    /// A number that fits neither 64 bits nor a double becomes a string.
    var value: Value {
        switch self {
        case .null: return .null
        case .boolean(let flag): return .boolean(flag)
        case .string(let text): return .string(text)
        case .number(let text):
            if let number = Int64(text) { return .integer(number) }
            guard let number = Double(text), number.isFinite else { return .string(text) }
            return .double(number)
        case .array(let elements): return .array(elements.map(\.value))
        case .object(let members):
            return .dictionary(
                Dictionary(members.map { ($0.key, $0.value.value) }, uniquingKeysWith: { $1 }))
        }
    }

    fileprivate func member(at path: ArraySlice<Int>) -> PayloadNode {
        guard let index = path.first, case .object(let members) = self else { return self }
        return members[index].value.member(at: path.dropFirst())
    }

    /// Returns the node for a changed value; `nil` for a number that no payload can contain.
    ///
    /// The value is spelled as ``ValueTransform/default`` writes it. Unchanged and recognized parts
    /// keep their original nodes.
    fileprivate func changed(to other: Value, _ known: KnownValues) -> PayloadNode? {
        if value == other { return self }
        if let node = known.node(of: other) { return node }
        switch (self, other) {
        case (_, .dictionary(let new)):
            let changes =
                if case .object(let members) = self { MemberChanges(members) } else {
                    MemberChanges([])
                }
            guard
                let replacements = try? changes.applying(new.mapValues(\.element), known.nodesOnly)
            else { return nil }
            return .object(changes.nodes(replacements))
        case (_, .array(let new)):
            var elements: [PayloadNode] = []
            if case .array(let old) = self { elements = old }
            var nodes: [PayloadNode] = []
            for (index, value) in new.enumerated() {
                let old = index < elements.count ? elements[index] : .null
                guard let node = old.changed(to: value.element, known) else { return nil }
                nodes.append(node)
            }
            return .array(nodes)
        default: return PayloadNode(other)
        }
    }
}

extension KnownValues {
    /// The same values without paths.
    ///
    /// The storage is shared, not copied, because every nested object uses it.
    fileprivate var nodesOnly: KnownValues {
        var copy = self
        copy.tellsPaths = false
        return copy
    }
}
