#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How categories lie inside one another, always 120 of them in a group.
enum CategoryShape {
    /// One, and all others directly inside it.
    case wide
    /// 64 levels, one category of each with the next level and for some a leaf inside it.
    case trees
    /// 120 levels, each category inside the one below it, as its parent.
    case chains

    /// How many categories a group has; the last one may have fewer.
    static let groupSize = 120
}

/// A generated payload of categories.
struct CategoryPage {
    let count: Int
    let bytes: [UInt8]
    /// The same bytes for Foundation.
    let data: Data

    init(count: Int, shape: CategoryShape) {
        self.count = count
        let groups = stride(from: 0, to: count, by: CategoryShape.groupSize).map { start in
            Self.group(start..<min(start + CategoryShape.groupSize, count), shape)
        }
        bytes = Array(#"{"categories":[\#(groups.joined(separator: ","))]}"#.utf8)
        data = Data(bytes)
    }

    private static func group(_ places: Range<Int>, _ shape: CategoryShape) -> String {
        switch shape {
        case .wide: category(places.lowerBound, children: places.dropFirst().map { category($0) })
        case .trees: tree(places)
        case .chains:
            places.dropFirst().reduce(category(places.lowerBound)) { category($1, parent: $0) }
        }
    }

    /// Built from the innermost level outwards; the outermost takes what the others leave.
    private static func tree(_ places: Range<Int>) -> String {
        let levels = min(64, places.count)
        let size = places.count / levels
        var inner: [String] = []
        var end = places.upperBound
        for level in (0..<levels).reversed() {
            let start = level == 0 ? places.lowerBound : end - size
            let leaves = (start + 1..<end).map { category($0) }
            inner = [category(start, children: inner + leaves)]
            end = start
        }
        return inner.joined()
    }

    private static func category(
        _ place: Int, children: [String] = [], parent: String? = nil
    ) -> String {
        var random = RandomNumbers(seed: place &* 2_654_435_761 &+ 31)
        var text = #"{"id":\#(1000 + place),"name":"\#(Vocabulary.sentence(4, &random))""#
        text += #","position":\#(place % CategoryShape.groupSize)"#
        if !children.isEmpty { text += #","children":[\#(children.joined(separator: ","))]"# }
        if let parent { text += #","parent":\#(parent)"# }
        return text + "}"
    }
}
