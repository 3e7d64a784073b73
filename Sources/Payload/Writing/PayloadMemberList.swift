/// The members of an object while they come in: in their order, each key once.
///
/// Keys are the same when their bytes are, as they are on the tape, not when they look alike.
package struct PayloadMemberList: Sendable {
    /// The members so far.
    package private(set) var members: [PayloadNode.Member] = []
    private var indices: [[UInt8]: Int] = [:]

    /// No members.
    package init() {}

    /// The value under a key, or `nil` where it is new.
    package subscript(key: String) -> PayloadNode? {
        indices[Array(key.utf8)].map { members[$0].value }
    }

    /// Sets a value; a known key keeps its place.
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
