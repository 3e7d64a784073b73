/// The members of all values of a map's keys, to test whether the values are alike.
struct InnerShape {
    private struct Member {
        var count = 0
        var equalToKey = 0
        var matchedKeys = 0
        var key: ArraySlice<UInt8> = []
    }

    private var objects = 0
    private var scalars = 0
    private var arrays = 0
    /// The values that are objects whose keys are data, so that they are maps themselves.
    private var maps = 0
    private var members: [UInt64: Member] = [:]
    private var elements = Shape()
    private var elementMembers: [UInt64: Member] = [:]

    init(of nodeID: SchemaNodeID, _ pass: ShapePass) {
        let tree = pass.tree
        let node = tree.nodes[nodeID]
        let values = node.entry.map { [$0] } ?? tree.members(of: nodeID)
        for value in values {
            let shape = pass.shapes[value]
            objects += shape.kinds.objects
            scalars += shape.kinds.scalars
            arrays += shape.kinds.arrays
            if tree.nodes[value].entry != nil { maps += shape.kinds.objects }
            let inner = tree.members(of: value)
            if !inner.isEmpty, inner.allSatisfy({ OddKey.matches(tree.key(of: $0)) }) {
                maps += shape.kinds.objects
            }
            for member in inner { Self.add(member, &members, pass) }
            guard let element = tree.nodes[value].element else { continue }
            elements += pass.shapes[element]
            for member in tree.members(of: element) { Self.add(member, &elementMembers, pass) }
        }
    }

    private static func add(
        _ member: SchemaNodeID, _ members: inout [UInt64: Member], _ pass: ShapePass
    ) {
        let shape = pass.shapes[member]
        let hash = pass.tree.nodes[member].keyHash
        members[hash, default: Member()].count += shape.kinds.count
        members[hash]?.equalToKey += shape.equalToKey
        // A node that was collapsed while reading has no members left, so the number of values
        // approximates the number of keys.
        let parent = pass.tree.nodes[member].parent
        let isMerged = parent.map { pass.tree.nodes[$0].step == .entry } ?? false
        members[hash]?.matchedKeys +=
            isMerged ? shape.equalToKey : shape.equalToKey > 0 ? 1 : 0
        members[hash]?.key = pass.tree.key(of: member)
    }

    /// The mean presence of the members of objects.
    var density: Double { Self.density(members, objects) }

    private static func density(_ members: [UInt64: Member], _ objects: Int) -> Double {
        guard objects > 0, !members.isEmpty else { return 0 }
        let present = members.values.reduce(0) { $0 + $1.count }
        return Double(present) / Double(members.count * objects)
    }

    private static func areAlike(_ members: [UInt64: Member], _ objects: Int) -> Bool {
        let most = members.values.map(\.count).max() ?? 0
        return density(members, objects) >= Threshold.majority
            && Double(most) >= Threshold.largeMajority * Double(objects)
    }

    /// Tests whether the values are alike, once they are of one kind.
    var isAlike: Bool {
        if objects > scalars, objects > arrays {
            return Self.areAlike(members, objects)
                || Double(maps) >= Threshold.nearlyAll * Double(objects)
        }
        guard arrays > scalars, elements.kinds.count > 0 else { return true }
        guard elements.kinds.alikeness >= Threshold.nearlyAll else { return false }
        return elements.kinds.objects <= elements.kinds.scalars + elements.kinds.arrays
            || Self.areAlike(elementMembers, elements.kinds.objects)
    }

    /// Tests whether the objects of many keys have few members, each of them only some: packages
    /// with and without `dependencies`, `engines`, `bin`.
    func isOfOneVocabulary(_ keys: Int) -> Bool {
        keys >= Self.manyKeys && 4 * members.count <= keys && members.count <= Self.vocabulary
    }

    private static let manyKeys = 20
    private static let vocabulary = 40

    /// Indicates whether the values are lists of objects.
    var isOfLists: Bool {
        arrays > scalars + objects
            && elements.kinds.objects > elements.kinds.scalars + elements.kinds.arrays
    }

    /// The member that equals the key in 95 % of the objects (M2), the first in order of bytes.
    private var matching: Member? {
        members.values
            .filter {
                $0.equalToKey >= 3 && Double($0.equalToKey) >= Threshold.nearlyAll * Double(objects)
            }
            .min { $0.key.lexicographicallyPrecedes($1.key) }
    }

    var keyMember: String? { matching.map { String(decoding: $0.key, as: UTF8.self) } }

    /// The keys that are equal to the member in their objects.
    var matchedKeys: Int { matching?.matchedKeys ?? 0 }

    /// Indicates whether the values are links of HAL, whose keys are a vocabulary.
    var isOfLinks: Bool {
        members.values.contains {
            $0.key.elementsEqual("href".utf8)
                && Double($0.count) >= Threshold.largeMajority * Double(objects)
        }
    }
}
