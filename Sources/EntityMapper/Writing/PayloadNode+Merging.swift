import ObjectGraph
import Payload

/// Putting a tree together from values that may meet in one place.
extension PayloadNode {
    /// Puts a value at the end of a way of keys, and makes the objects on the way.
    ///
    /// Returns false if something else is there already; the tree is of no use then. `null` where an
    /// object belongs gives way to what is in the object, and stays if there is only `null`.
    ///
    /// - Complexity: O(members) for each key.
    mutating func put(_ value: PayloadNode, at keys: ArraySlice<String>) -> Bool {
        guard let key = keys.first else { return merge(value) }
        if self == .null {
            if value.isBlank { return true }
            self = .object([])
        }
        guard case .object(var members) = self else { return false }
        self = .null  // so that the members have one owner, and are not copied
        defer { self = .object(members) }
        if let place = members.firstIndex(where: { $0.key.hasSameBytes(as: key) }) {
            return members[place].value.put(value, at: keys.dropFirst())
        }
        var node = value
        for key in keys.dropFirst().reversed() { node = .object([Member(key, node)]) }
        members.append(Member(key, node))
        return true
    }

    /// Lays another value over this one; false if they disagree.
    private mutating func merge(_ other: PayloadNode) -> Bool {
        if self == other { return true }
        switch (self, other) {
        case (.object, .object(let members)):
            for member in members where !put(member.value, at: [member.key]) { return false }
        case (.object, .null):
            if isBlank { self = .null }
        case (.null, .object):
            if !other.isBlank { self = other }
        default: return false
        }
        return true
    }

    /// Whether there is nothing but `null` in it.
    private var isBlank: Bool {
        switch self {
        case .null: true
        case .object(let members): members.allSatisfy(\.value.isBlank)
        default: false
        }
    }

    /// One object with the members of several; `nil` if two have the same key.
    init?(members nodes: [PayloadNode]) {
        var list = PayloadMemberList()
        for node in nodes {
            guard case .object(let members) = node else { return nil }
            for member in members {
                guard list[member.key] == nil else { return nil }
                list.set(member.key, to: member.value)
            }
        }
        self = .object(list.members)
    }
}
