import EntityMapper
package import MercatorPayload
import ObjectGraph

/// Assembling a tree from values whose paths may overlap.
extension PayloadNode {
    /// Creates the object for the members of a representation.
    ///
    /// If the representation has a key, the object is nested in another object.
    package static func record(_ key: String?) -> PayloadNode {
        .object(key.map { [Member($0, .object([]))] } ?? [])
    }

    /// The value as a key; `nil` if this is impossible.
    package var keyText: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .boolean(let flag): flag ? "true" : "false"
        case .null, .array, .object: nil
        }
    }

    /// Puts a value at the end of a path of keys, creating the objects on the path.
    ///
    /// Returns `false` if the path already has a value; the tree must not be used then. A `null` on
    /// the path is replaced by an object, unless the object contains only `null`.
    ///
    /// - Complexity: O(members) for each key.
    package mutating func put(_ value: PayloadNode, at keys: ArraySlice<String>) -> Bool {
        guard let key = keys.first else { return merge(value) }
        if self == .null {
            if value.isBlank { return true }
            self = .object([])
        }
        guard case .object(var members) = self else { return false }
        self = .null  // releases the shared reference, so that the members are not copied
        defer { self = .object(members) }
        if let index = members.firstIndex(where: { $0.key.hasSameBytes(as: key) }) {
            return members[index].value.put(value, at: keys.dropFirst())
        }
        var node = value
        for key in keys.dropFirst().reversed() { node = .object([Member(key, node)]) }
        members.append(Member(key, node))
        return true
    }

    /// Merges another value into this one; returns `false` if they conflict.
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

    /// Indicates whether the value contains only `null`.
    private var isBlank: Bool {
        switch self {
        case .null: true
        case .object(let members): members.allSatisfy(\.value.isBlank)
        default: false
        }
    }

    /// Adds the members of another object that this object lacks.
    ///
    /// Nested objects are completed as well, and existing values are preserved. With a key, the
    /// members are added to the object at that key.
    ///
    /// - Complexity: O(*n* × *m*) in the members of both.
    package mutating func complete(with other: PayloadNode, at key: String? = nil) {
        if let key { return complete(with: .object([Member(key, other)])) }
        guard case .object(var members) = self, case .object(let new) = other else { return }
        self = .null  // releases the shared reference, so that the members are not copied
        defer { self = .object(members) }
        for member in new {
            if let index = members.firstIndex(where: { $0.key.hasSameBytes(as: member.key) }) {
                members[index].value.complete(with: member.value)
            } else {
                members.append(member)
            }
        }
    }

    /// Creates an object with the members of several objects; `nil` if they contain duplicate keys.
    package init?(members nodes: [PayloadNode]) {
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
