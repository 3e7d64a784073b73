#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The nesting of categories, in groups of 120.
enum CategoryShape {
    /// One category with all others as its children.
    case wide
    /// 64 levels with one category each, which contains the next level and in some cases leaves.
    case trees
    /// 120 levels, each category containing its parent.
    case chains

    /// The number of categories in a group; the last group may be smaller.
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

    /// Builds a tree from the innermost level; the outermost level gets the remaining categories.
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
