import ObjectGraph
import Payload

/// The members of an object as a closure of the author sees them, and what it made of them.
///
/// A closure works on values, and a payload has more than values can hold: the order of members, and
/// numbers with any number of digits. So what the closure leaves alone is not made anew from its value
/// but stays as it is, and what it moves is what was there before.
struct MemberChanges {
    /// The members as they are.
    private let members: [PayloadNode.Member]
    /// The members as the closure sees them.
    let values: [String: Value]

    init(_ members: [PayloadNode.Member]) {
        self.members = members
        values = Dictionary(
            members.map { ($0.key, $0.value.value) }, uniquingKeysWith: { $1 })
    }

    /// A member that has a value that no payload can have.
    struct Unwritable: Error {
        let key: String
    }

    /// The members for what the closure left: known keys in their order, new ones behind them by name;
    /// `nil` if nothing has changed.
    func applying(_ new: [String: Value]) throws(Unwritable) -> [ReplacementMember]? {
        guard new != values else { return nil }
        return try applying(new, KnownValues(members))
    }

    fileprivate func applying(
        _ new: [String: Value], _ known: KnownValues
    ) throws(Unwritable) -> [ReplacementMember] {
        var result: [ReplacementMember] = []
        for (place, member) in members.enumerated() {
            guard let value = new[member.key] else { continue }
            if value == values[member.key] {
                result.append(ReplacementMember(member.key, .member([place])))
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

    /// The members that replacements stand for.
    func nodes(_ changes: [ReplacementMember]) -> [PayloadNode.Member] {
        changes.map { change in
            switch change.source {
            case .node(let node): PayloadNode.Member(change.key, node)
            case .member(let path):
                PayloadNode.Member(change.key, PayloadNode.object(members).member(at: path[...]))
            }
        }
    }
}

/// The values inside an object, to find again what a closure has moved.
private struct KnownValues {
    private struct Place {
        /// How the value is written; `nil` if in several ways, such as 1.5 and 1.50.
        var node: PayloadNode?
        /// The way to it in numbers of members; `nil` if there are several, or if it is in an array.
        var path: [Int]?
    }

    private var places: [Value: Place] = [:]
    /// Whether ways may be told: they begin at the outermost object.
    private var tellsPaths = true

    init(_ members: [PayloadNode.Member]) {
        add(members, at: [])
    }

    /// The way to the only value that is equal, if it says enough to be the same.
    func path(to value: Value) -> [Int]? {
        switch value {
        case .null, .boolean: nil
        default: tellsPaths ? places[value]?.path : nil
        }
    }

    /// How an equal value is written.
    func node(of value: Value) -> PayloadNode? { places[value]?.node }

    private mutating func add(_ members: [PayloadNode.Member], at path: [Int]) {
        for (place, member) in members.enumerated() { add(member.value, at: path + [place]) }
    }

    private mutating func add(_ node: PayloadNode, at path: [Int]?) {
        let value = node.value
        if let known = places[value] {
            places[value] = Place(node: known.node == node ? node : nil, path: nil)
        } else {
            places[value] = Place(node: node, path: path)
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
    /// The node as closures see it.
    ///
    /// A number that neither 64 bits nor a double can hold is its text.
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
        guard let place = path.first, case .object(let members) = self else { return self }
        return members[place].value.member(at: path.dropFirst())
    }

    /// The node of another value, as ``ValueTransform/default`` writes it, but for what is the same
    /// inside both or was there before; `nil` for a number that no payload can have.
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
    /// The same without the ways; nothing is copied, since each object inside another asks for it.
    fileprivate var nodesOnly: KnownValues {
        var copy = self
        copy.tellsPaths = false
        return copy
    }
}
