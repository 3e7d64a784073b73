/// An ordered collection of object members with distinct keys.
///
/// Keys are compared byte by byte, as on the tape, without Unicode normalisation.
package struct PayloadMemberList: Sendable {
    /// The members in order of insertion.
    package private(set) var members: [PayloadNode.Member] = []
    private var indices: [[UInt8]: Int] = [:]

    /// Creates an empty list.
    package init() {}

    /// Returns the value of a key, or `nil` if there is none.
    package subscript(key: String) -> PayloadNode? {
        indices[Array(key.utf8)].map { members[$0].value }
    }

    /// Sets the value of a key; an existing key keeps its position.
    package mutating func set(_ key: String, to value: PayloadNode) {
        let bytes = Array(key.utf8)
        if let index = indices[bytes] {
            members[index].value = value
        } else {
            indices[bytes] = members.count
            members.append(PayloadNode.Member(key, value))
        }
    }
}
