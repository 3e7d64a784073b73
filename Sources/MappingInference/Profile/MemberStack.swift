/// The members of the objects that are being read, the outermost object's first.
///
/// The room of members that were removed is kept, without the work of changing the size of an
/// array for each object.
struct MemberStack {
    /// A member of an object: its node, and its value's position on the tape.
    struct Member {
        let node: SchemaNodeID
        var position: Int
    }

    private var members: [Member] = []
    private(set) var count = 0

    subscript(index: Int) -> Member { members[index] }

    mutating func append(_ member: Member) {
        if count < members.count { members[count] = member } else { members.append(member) }
        count &+= 1
    }

    /// Replaces a member's value, since the last of duplicate keys wins.
    mutating func replace(_ member: Member, from first: Int) {
        if let index = members[first..<count].firstIndex(where: { $0.node == member.node }) {
            members[index] = member
        }
    }

    /// Removes the members from an index on.
    mutating func remove(from first: Int) { count = first }
}
