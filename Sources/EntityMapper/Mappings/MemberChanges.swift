import ObjectGraph
import Payload

/// The members of an object as a closure of the author sees them, and what it made of them.
///
/// A closure works on values, and a payload has more than values can hold: the order of members, and
/// numbers with any number of digits. So what the closure leaves alone is not made anew from its value
/// but stays as it is.
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
    ///
    /// A value that was moved or copied from another key is the one that is there.
    func applying(_ new: [String: Value]) throws(Unwritable) -> [ReplacementMember]? {
        guard new != values else { return nil }
        var result: [ReplacementMember] = []
        let known = places
        for (place, member) in members.enumerated() {
            guard let value = new[member.key] else { continue }
            if value == values[member.key] {
                result.append(ReplacementMember(member.key, .member(place)))
            } else if let other = known[value], let other {
                result.append(ReplacementMember(member.key, .member(other)))
            } else {
                let node = try node(of: value, insteadOf: member.value, at: member.key)
                result.append(ReplacementMember(member.key, .node(node)))
            }
        }
        let added = new.filter { values[$0.key] == nil }.sorted { $0.key < $1.key }
        for (key, value) in added {
            if let other = known[value], let other {
                result.append(ReplacementMember(key, .member(other)))
            } else {
                let node = try node(of: value, insteadOf: nil, at: key)
                result.append(ReplacementMember(key, .node(node)))
            }
        }
        return result
    }

    /// The same as nodes.
    func nodes(_ changes: [ReplacementMember]) -> [PayloadNode.Member] {
        changes.map { change in
            switch change.source {
            case .member(let place): PayloadNode.Member(change.key, members[place].value)
            case .node(let node): PayloadNode.Member(change.key, node)
            }
        }
    }

    /// Where each value is; `nil` for one that is written in several ways, such as 1.5 and 1.50.
    private var places: [Value: Int?] {
        var places: [Value: Int?] = [:]
        for (place, member) in members.enumerated() {
            let value = member.value.value
            if let known = places[value] {
                if let known, members[known].value != member.value { places[value] = .some(nil) }
            } else {
                places[value] = place
            }
        }
        return places
    }

    private func node(
        of value: Value, insteadOf old: PayloadNode?, at key: String
    ) throws(Unwritable) -> PayloadNode {
        do {
            if let old { return try old.changed(to: value) }
            guard let node = PayloadNode(value) else { throw Unwritable(key: key) }
            return node
        } catch {
            throw Unwritable(key: key)
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

    /// The node of another value; what is the same inside both stays as it is written.
    fileprivate func changed(to other: Value) throws(MemberChanges.Unwritable) -> PayloadNode {
        switch (self, other) {
        case (.object(let members), .dictionary(let new)):
            let changes = MemberChanges(members)
            return .object(try changes.applying(new).map(changes.nodes) ?? members)
        case (.array(let elements), .array(let new)):
            var nodes: [PayloadNode] = []
            for (index, value) in new.enumerated() {
                guard index < elements.count, elements[index].value != value else {
                    nodes.append(
                        index < elements.count ? elements[index] : try PayloadNode.made(of: value))
                    continue
                }
                nodes.append(try elements[index].changed(to: value))
            }
            return .array(nodes)
        default: return try PayloadNode.made(of: other)
        }
    }

    /// The node of a value, as ``ValueTransform/default`` writes it.
    private static func made(of value: Value) throws(MemberChanges.Unwritable) -> PayloadNode {
        guard let node = PayloadNode(value) else { throw MemberChanges.Unwritable(key: "") }
        return node
    }
}
